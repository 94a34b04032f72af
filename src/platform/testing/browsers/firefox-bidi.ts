#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'
import { identifyDownload } from './firefox-downloads.ts'
import { PRELOAD_SCRIPT } from './firefox-preload.ts'

// Playwright starts this program instead of a release of Firefox, whose path is in FIREFOX_PATH. It
// passes on everything between both, except for the commands below: Playwright always sends them, and
// the extended support release does not know them yet. They only imitate a colour scheme.
const UNKNOWN = new Set(['emulation.setMediaFeaturesOverride'])
// Playwright counts from 1.
const OWN_ID = 1_000_000_000
const LISTENING = /^(.*WebDriver BiDi listening on )(ws:\/\/\S+)$/

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => firefox.kill(signal))
}
firefox.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
firefox.once('exit', (code) => process.exit(code ?? 1))

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, words, url] = LISTENING.exec(line) ?? []
  console.error(words && url ? words + (await serve(url)) : line)
}

/** Serves what `target` does, and answers the commands that Firefox does not know. */
async function serve(target: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client, { url }) => {
    const browser = new WebSocket(`${target}${url}`)
    const opened = once(browser, 'open')
    let sessionId: number | undefined
    client.on('message', (data) => {
      const { id, method } = JSON.parse(String(data))
      if (method === 'session.new') sessionId = id
      if (UNKNOWN.has(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }))
      else void opened.then(() => browser.send(String(data)))
    })
    browser.on('message', (data) => {
      const message = JSON.parse(String(data))
      if (message.id === OWN_ID) return
      client.send(JSON.stringify(identifyDownload(message)))
      if (message.id !== sessionId) return
      const params = { functionDeclaration: PRELOAD_SCRIPT }
      browser.send(JSON.stringify({ id: OWN_ID, method: 'script.addPreloadScript', params }))
    })
    client.once('close', () => browser.close())
    browser.once('close', () => client.close())
    for (const socket of [client, browser]) socket.on('error', () => firefox.kill())
  })
  await once(server, 'listening')
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}
