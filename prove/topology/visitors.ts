import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { PRODUCTS } from '#prove/seed.ts'

const VISITORS = 4
const PAUSE_MS = 20

export type Visits = { answered: number; failures: string[] }

/** Starts visitors who read lists, products and pages until `finish`, each on new connections. */
export function startVisitors(url: string): { finish: () => Promise<Visits> } {
  const visits: Visits = { answered: 0, failures: [] }
  const paths = ['/', '/purchase', '/api/products?size=10&page=0', `/api/products/${PRODUCTS[0]}`]
  let isOver = false
  const visit = async (index: number) => {
    for (let number = index; !isOver; number++) {
      const path = paths[number % paths.length] ?? '/'
      const { status } = await readPage(`${url}${path}`)
      if (status === 200) visits.answered += 1
      else visits.failures.push(`GET ${path} ended with ${status}`)
      await setTimeout(PAUSE_MS)
    }
  }
  const ending = Promise.all(Array.from({ length: VISITORS }, (_, index) => visit(index)))
  return {
    finish: async () => {
      isOver = true
      await ending
      return visits
    },
  }
}

/** Reads a page on a new connection; the status is 0 when no complete response arrived. */
export function readPage(url: string): Promise<{ status: number; body: string }> {
  const { promise, resolve } = Promise.withResolvers<{ status: number; body: string }>()
  const fail = () => resolve({ status: 0, body: '' })
  const sent = get(url, { agent: false }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), fail)
  })
  sent.on('error', fail)
  return promise
}
