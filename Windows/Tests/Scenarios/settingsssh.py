"""Scenarios of the settings window: keys for ssh."""

import base64
import struct

import dress
from settingsstage import SettingsStage
from stage import Call, check
from words import PIN


def string(data):
    return struct.pack(">I", len(data)) + data


def ssh_keys(stage: SettingsStage):
    """Below a key for ssh the window says so, and to which servers it signs in."""
    key = base64.b64encode(string(b"ssh-ed25519") + string(bytes(range(32)))).decode()
    servers = [{"name": "github.com", "key": key, "user": "git"}, {"name": "a-long-name.of-a-server.example", "key": key}]
    for method, parameters in [
        ("CreateKey", {"algorithm": "ed25519", "usage": "ssh", "access": {"factors": ["pin"]}}),
        ("SetDestinations", {"destinations": servers}),
    ]:
        call = Call(method, name="work", credential={"pin": PIN}, **parameters)
        stage.until(call.outcome, "an outcome")
        check("item" in call.replies[-1]["parameters"], call.replies)
    dress.put_on(stage)
    stage.start()
    stage.appears("list item", "work")
    said = "Key for ssh and git\nSigns in only to git@github.com, a-long-name.of-a-server.example\nOpens with PIN\n"
    stage.until(lambda: any(text.startswith(said) for text in stage.texts()), "the key's servers")
    dress.look_at(stage, "settings-ssh")
    stage.stop_prompt()
