import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveToNobody, type Service, type Services, waitForPort } from './services.ts'

const TEMPLATE = join(import.meta.dirname, '../../deploy/nginx-two-processes.conf')

/** Where nginx connects from, in the configuration. */
export const PROXY_ADDRESS = '127.0.0.2'

export type Nginx = { service: Service; url: string; conf: string; reloadCommand: string }

/** Starts nginx with the configuration in deploy/, on `port`, in front of shops at two other ports. */
export async function startNginx(
  services: Services,
  port: number,
  [first, second]: [number, number],
): Promise<Nginx> {
  const { folder } = services
  const conf = join(folder, 'nginx.conf')
  const template = readFileSync(TEMPLATE, 'utf8')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const configured = template
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('/run/nginx.pid', `${folder}/nginx.pid`)
    .replace('/var/log/nginx/error.log', `${folder}/nginx-error.log`)
    // All visitors of the proof come from one address.
    .replace('rate=50r/s', 'rate=100000r/s')
    .replace('limit_conn shop_clients 100;', 'limit_conn shop_clients 10000;')
    .replace('access_log off;', `access_log off; ${temporary}`)
  writeFileSync(conf, `daemon off;\n${configured}`)
  giveToNobody(folder)
  const program = services.find('nginx')
  const service = services.start('nginx', program, ['-c', conf, '-p', folder])
  await waitForPort(service, port)
  return {
    service,
    url: `http://127.0.0.1:${port}`,
    conf,
    reloadCommand: `env LD_LIBRARY_PATH=${services.env.LD_LIBRARY_PATH} ${program} -c ${conf} -p ${folder}`,
  }
}
