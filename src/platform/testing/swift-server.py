"""Serves OpenStack Swift with its S3 API from one process, on one disk, for tests.

Its argument is a folder for the data. Prints the port of the S3 API when it is ready, and ends when
its standard input does.
"""
import os
import pwd
import sys

import eventlet
from swift.common import utils

utils.eventlet_monkey_patch()
utils.HASH_PATH_PREFIX = utils.HASH_PATH_SUFFIX = b'tests'

from swift.common import wsgi
from swift.common.ring import RingBuilder

folder = sys.argv[1]
KINDS = ['account', 'container', 'object']
SERVER = '''[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
user = {user}
log_level = ERROR
disable_fallocate = true
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
'''
PROXY = '''[DEFAULT]
swift_dir = {folder}
user = {user}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
user_test_reader = reading
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
'''


def listen():
    return eventlet.listen(('127.0.0.1', 0))


def serve(socket, kind, text):
    conf = os.path.join(folder, kind + '.conf')
    with open(conf, 'w') as file:
        file.write(text.format(folder=folder, kind=kind, user=pwd.getpwuid(os.getuid()).pw_name))
    app = wsgi.loadapp(conf, global_conf={'log_name': kind})
    eventlet.spawn(eventlet.wsgi.server, socket, app, log_output=False)


def write_ring(kind, port):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk',
                     'weight': 1, 'replication_ip': '127.0.0.1', 'replication_port': port})
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + '.ring.gz'))


os.makedirs(os.path.join(folder, 'devices', 'disk'), exist_ok=True)
sockets = {kind: listen() for kind in KINDS}
for kind, socket in sockets.items():
    write_ring(kind, socket.getsockname()[1])
for kind, socket in sockets.items():
    serve(socket, kind, SERVER)
socket = listen()
serve(socket, 'proxy', PROXY)
print(socket.getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.read)
