biogate key new deploy                                        # a touch; the private key stays in the daemon
biogate key public deploy | python3 server.py register        # once: the server keeps the public key
python3 server.py challenge > challenge                       # later: 32 random bytes, asked once
biogate key sign deploy < challenge > signature               # a touch; needs no network
python3 server.py verify < signature                          # "Welcome.", whenever the signature arrives
