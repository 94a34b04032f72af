import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Scenario } from '#prove/scenario.ts'
import { withShopIn } from '#prove/shop.ts'
import { descriptorLimit } from './descriptor-limit.ts'

/** More than the 2,000 connections that the shop accepts. */
const CONNECTIONS = 2_400
const DESCRIPTORS = 2 * CONNECTIONS
const AT_ONCE = 100
/** How fast the attack replaces connections that the shop has closed. */
const REOPENED_AT_ONCE = 20
const REOPEN_MS = 100
/** Every other connection sends a further byte so often, which is progress, but never the whole body. */
const DRIP_MS = 2_500
/** Longer than a connection may stand still before it is replaced. */
const UNTIL_STALLED_MS = 7_000
const VISITS = 40
const BETWEEN_MS = 250
/** A visitor who is locked out waits until connections are closed that stand still. */
const SLOWEST_MS = 5_000
const HEAD = 'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'

/** Connections whose bodies stand still or drip, more than the shop accepts, lock no one out. */
export const halfSentBodies: Scenario = {
  name: 'half-sent bodies',
  notApplicable: () => {
    const allowed = descriptorLimit()
    if (allowed >= DESCRIPTORS) return undefined
    return `only ${allowed} file descriptors are allowed (ulimit -n), ${DESCRIPTORS} are needed`
  },
  run: async ({ environments }) =>
    withShopIn(await environments.open(), async (shop) => {
      const { url } = shop.running()
      const sockets = new Set<Socket>()
      const opening = { isOver: false, opened: 0 }
      const open = async (most: number) => {
        const missing = Math.min(most, CONNECTIONS - sockets.size)
        await Promise.all(Array.from({ length: missing }, () => openHalfSent(url, sockets)))
        opening.opened += missing
      }
      const keepOpen = async () => {
        while (!opening.isOver) {
          await open(REOPENED_AT_ONCE)
          await setTimeout(REOPEN_MS)
        }
      }
      while (opening.opened < CONNECTIONS) await open(AT_ONCE)
      const attack = keepOpen()
      await setTimeout(UNTIL_STALLED_MS)
      const visits: Visit[] = []
      while (visits.length < VISITS) {
        visits.push(await visit(url))
        await setTimeout(BETWEEN_MS)
      }
      opening.isOver = true
      await attack
      for (const socket of sockets) socket.destroy()
      const refused = visits.filter(({ status }) => status !== 200).length
      const slowest = Math.round(Math.max(...visits.map(({ milliseconds }) => milliseconds)))
      return {
        tries: VISITS,
        counted: `${opening.opened} connections with a body that stands still or drips opened, at most ${CONNECTIONS} at a time; ${refused} of ${VISITS} visitors refused, slowest ${slowest} ms`,
        deviations: [
          ...(refused > 0 ? [`${refused} of ${VISITS} visitors were refused`] : []),
          ...(slowest > SLOWEST_MS ? [`a visitor waited ${slowest} ms`] : []),
        ],
      }
    }),
}

async function openHalfSent(url: string, sockets: Set<Socket>): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) })
  sockets.add(socket)
  socket.on('error', () => {})
  socket.resume()
  socket.once('close', () => sockets.delete(socket))
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  socket.write(`${HEAD}Content-Length: 100\r\n\r\n{`)
  if (sockets.size % 2 === 0) return
  const dripping = setInterval(() => socket.write(' '), DRIP_MS)
  socket.once('close', () => clearInterval(dripping))
}

type Visit = { status: number; milliseconds: number }

/** A visitor with a connection of its own; status 0 means that it was refused. */
async function visit(url: string): Promise<Visit> {
  const startedAt = performance.now()
  const asked = request(`${url}/about-me`, { agent: false, family: 4 }).end()
  const status = await once(asked, 'response').then(
    ([response]) => {
      response.resume()
      return response.statusCode
    },
    () => 0,
  )
  return { status, milliseconds: performance.now() - startedAt }
}
