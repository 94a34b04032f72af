import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { canInstallDebianPackages, unpackDebianPackages } from '#platform/testing/debian-packages.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { startTestShop, type TestShop } from '#server/testing/shop-process.ts'

// Only host names, ports and paths in the configuration of deploy/ are replaced.
const CONFIGURATION = join(import.meta.dirname, '../../deploy/nginx.conf')
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/nginx')
const INSTALLED = '/usr/sbin/nginx'
const HOST = 'localhost'

// One nginx and one shop for all of them.
test.describe.configure({ mode: 'default' })

let folder: string
let nginx: ChildProcess
let shop: TestShop
let ports: { http: number; https: number }

test.beforeAll(async () => {
  test.setTimeout(300_000)
  const program = findNginx()
  test.skip(!program, 'Nginx needs root on Debian or Ubuntu')
  folder = mkdtempSync(join(tmpdir(), 'forgewell-nginx-'))
  ports = { http: await freePort(), https: await freePort() }
  const PUBLIC_URL = `https://${HOST}:${ports.https}`
  shop = await startTestShop({ PUBLIC_URL, TRUSTED_PROXY: '127.0.0.2' })
  const configuration = writeConfiguration(new URL(shop.url).port)
  const words = ['-c', configuration, '-p', folder, '-e', join(folder, 'error.log')]
  execFileSync(program ?? '', ['-t', ...words], { stdio: 'pipe' })
  nginx = spawn(program ?? '', [...words, '-g', 'daemon off;'], { stdio: 'inherit' })
  await expect.poll(() => canConnect(ports.https), { timeout: 30_000 }).toBe(true)
})

test.afterAll(async () => {
  if (nginx) {
    const ended = once(nginx, 'exit')
    nginx.kill('SIGTERM')
    await ended
  }
  await shop?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

test('a browser shops over TLS, and its IP address is the one that nginx saw', async ({ browser }) => {
  test.setTimeout(120_000)
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const answer = await page.goto(`https://${HOST}:${ports.https}/login`)
  expect(answer?.headers()['strict-transport-security']).toBeTruthy()
  const login = { email: 'nobody@example.com', password: 'not my password' }
  const attempt = (forged: string) =>
    page.request.post(`https://${HOST}:${ports.https}/api/auth/sign-in/email`, {
      data: login,
      headers: { 'X-Forwarded-For': forged, Origin: `https://${HOST}:${ports.https}` },
    })
  // Ten failures for one account from one IP address are the limit, whatever X-Forwarded-For claims.
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await attempt(`203.0.113.${n}`)).status())
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  await context.close()
})

test('metrics, simulators and foreign hosts are closed, http leads to https', async () => {
  for (const path of ['/metrics', '/simulators/mail', '/simulators/stripe'])
    expect((await get(path)).status, path).toBe(404)
  const direct = await fetch(`${shop.url}/metrics`)
  expect(direct.status).toBe(200)
  await direct.arrayBuffer()
  await expect(get('/', { servername: 'other.example' })).rejects.toThrow()
  const plain = await new Promise<{ status?: number; location?: string }>((resolve, reject) =>
    httpRequest(
      { host: '127.0.0.1', port: ports.http, path: '/blogs?page=1', headers: { Host: HOST } },
      (response) => {
        response.resume()
        resolve({ status: response.statusCode, location: response.headers.location })
      },
    )
      .on('error', reject)
      .end(),
  )
  expect(plain).toEqual({ status: 308, location: `https://${HOST}/blogs?page=1` })
})

test('pages arrive compressed by the shop, bodies are limited', async () => {
  const page = await get('/', { headers: { 'Accept-Encoding': 'br' } })
  expect(page.status).toBe(200)
  expect(page.headers['content-encoding']).toBe('br')
  expect(page.headers.server).toBe('nginx')
  const upload = await get('/api/images', { method: 'POST', bytes: 22 * 1024 * 1024 })
  expect(upload.status).toBe(413)
})

function findNginx(): string | undefined {
  if (existsSync(INSTALLED)) return INSTALLED
  const unpacked = join(CACHE, INSTALLED)
  if (existsSync(unpacked)) return unpacked
  if (!canInstallDebianPackages()) return undefined
  unpackDebianPackages(CACHE, ['nginx'])
  return unpacked
}

function writeConfiguration(shopPort: string): string {
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`]
  const files = ['-keyout', key, '-out', certificate]
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', [...kind, '-nodes', '-days', '2', ...names, ...files], { stdio: 'pipe' })
  const site = readFileSync(CONFIGURATION, 'utf8')
    .replaceAll('listen [::]', '# listen [::]')
    .replaceAll(/listen 443/g, `listen 127.0.0.1:${ports.https}`)
    .replaceAll(/listen 80/g, `listen 127.0.0.1:${ports.http}`)
    .replaceAll('127.0.0.1:3000;', `127.0.0.1:${shopPort};`)
    .replaceAll('shop.example.com', HOST)
    .replace(/\/etc\/letsencrypt\S+fullchain.pem/, certificate)
    .replace(/\/etc\/letsencrypt\S+privkey.pem/, key)
    // The test's port belongs to the host, unlike 443.
    .replace('Host $host;', 'Host $http_host;')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join('\n')
  mkdirSync(join(folder, 'logs'))
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `worker_processes 1;
pid ${join(folder, 'nginx.pid')};
error_log ${join(folder, 'error.log')};
events { worker_connections 512; }
http {
access_log off;
${temporary}
${site}
}`,
  )
  return file
}

function get(
  path: string,
  {
    method = 'GET',
    headers = {},
    servername = HOST,
    bytes = 0,
  }: { method?: string; headers?: object; servername?: string; bytes?: number } = {},
) {
  const requested = { host: '127.0.0.1', port: ports.https, path, method, servername }
  const sent = { Host: `${servername}:${ports.https}`, 'Content-Length': bytes, ...headers }
  return new Promise<{ status?: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const request = httpsRequest(
      { ...requested, headers: sent, rejectUnauthorized: false, agent: false },
      (response) => {
        response.resume()
        resolve({ status: response.statusCode, headers: response.headers })
      },
    ).on('error', reject)
    if (bytes > 0) request.write(Buffer.alloc(1024))
    else request.end()
  })
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}
