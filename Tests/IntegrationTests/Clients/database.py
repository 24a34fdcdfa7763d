"""Runs one statement on the keystore's database behind the daemon's back, and prints the rows' first columns in hexadecimal."""

import sqlite3
import sys


def main():
    path, statement = sys.argv[1:]
    database = sqlite3.connect(path, timeout=10)
    with database:
        for row in database.execute(statement):
            print(row[0].hex())


main()
