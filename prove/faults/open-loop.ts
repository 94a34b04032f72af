import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export type LoadRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

export type LoadReply = {
  status: number
  retryAfter: string | undefined
  text: string
  milliseconds: number
}

type OnReply = (reply: LoadReply, sent: LoadRequest) => void

const MAX_SOCKETS = 1_500
const TICK_MS = 10

/** Sends requests to one server over keep-alive connections, with the given concurrency. */
export function openLoad(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, scheduling: 'fifo' })
  const send = (sent: LoadRequest): Promise<LoadReply> =>
    new Promise((resolve) => {
      const sentAt = performance.now()
      const end = (status: number, retryAfter?: string, text = '') =>
        resolve({ status, retryAfter, text, milliseconds: performance.now() - sentAt })
      const { method, path, headers, body } = sent
      const outgoing = request(new URL(path, url), { agent, method, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => end(response.statusCode ?? 0, response.headers['retry-after'], text))
        response.on('error', () => end(0))
      })
      outgoing.on('error', () => end(0))
      outgoing.end(body)
    })
  return {
    send,
    /** Keeps `concurrency` requests in progress for some time. Returns the completed ones per second. */
    closedLoop: async (concurrency: number, seconds: number, next: () => LoadRequest, onReply: OnReply) => {
      const startedAt = performance.now()
      const isOver = () => performance.now() - startedAt > seconds * 1000
      let completed = 0
      const worker = async () => {
        while (!isOver()) {
          const sent = next()
          onReply(await send(sent), sent)
          completed += 1
        }
      }
      await Promise.all(Array.from({ length: concurrency }, worker))
      return completed / ((performance.now() - startedAt) / 1000)
    },
    /** Sends `rate` requests a second whether or not they are answered. Resolves after the last reply. */
    openLoop: async (rate: number, seconds: number, next: () => LoadRequest, onReply: OnReply) => {
      const startedAt = performance.now()
      const pending = new Set<Promise<void>>()
      let sent = 0
      for (;;) {
        const elapsed = Math.min(seconds, (performance.now() - startedAt) / 1000)
        for (; sent < elapsed * rate; sent++) {
          const call = next()
          const reply = send(call).then((answer) => {
            pending.delete(reply)
            onReply(answer, call)
          })
          pending.add(reply)
        }
        if (elapsed >= seconds) break
        await setTimeout(TICK_MS)
      }
      await Promise.all(pending)
      return sent / seconds
    },
    close: () => agent.destroy(),
  }
}

/** Returns the value below which `share` of the sorted values lie. */
export function quantile(sorted: number[], share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}
