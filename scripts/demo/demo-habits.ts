import { createRandom } from '#prove/random.ts'
import { callApi, type Person } from '#server/testing/users.ts'
import type { DemoBuyer } from './demo-customers.ts'
import type { SoldTool } from './demo-orders.ts'
import { DAY_MS, HOUR_MS, succeeded, type Timeline } from './timeline.ts'

/** Plans messages, counted stock and a saved list, and notes what was searched for in vain. */
export async function planHabits(
  timeline: Timeline,
  { owner, buyers, tools }: { owner: Person; buyers: DemoBuyer[]; tools: SoldTool[] },
): Promise<void> {
  const random = createRandom('habits of the demo')
  const { end, shop } = timeline
  planMessages(timeline, owner, buyers)
  random
    .shuffle(tools)
    .slice(0, 5)
    .forEach(({ id }, index) => {
      timeline.at(end - (70 - index * 13) * DAY_MS, async () => {
        const { quantity } = (await owner.call('GET', `/products/${id}`)).body
        await owner.call('PUT', `/products/${id}`, { quantity: quantity + 40 - index * 25 })
      })
    })
  const lines = random
    .shuffle(tools)
    .slice(0, 6)
    .map(({ id, minQuantity }) => ({ productId: id, quantity: minQuantity * 2 }))
  timeline.at(end - 40 * DAY_MS, async () => {
    await buyers[0]?.caller.call('POST', '/order-lists', { name: 'Monthly restock', lines })
  })
  for (const [query, ago, count] of misses) {
    const day = new Date(end - ago * DAY_MS).toISOString().slice(0, 10)
    await shop.db.insertInto('searchMiss').values({ query, day, count }).execute()
  }
}

/** Buyers without a company, who come last, ask; some have an answer. */
function planMessages(timeline: Timeline, owner: Person, buyers: DemoBuyer[]): void {
  messages.forEach(({ message, answer }, index) => {
    const { name, email } = buyers.at(-index - 1) as DemoBuyer
    const at = timeline.end - (messages.length - index) * 6 * DAY_MS + 9 * HOUR_MS
    timeline.at(at, async () => {
      const body = { name, email, message }
      succeeded(await callApi(timeline.shop.app, 'POST', '/contact', { body }))
      if (!answer) return
      const [{ _id }] = (await owner.call('GET', '/messages')).body
      timeline.at(at + 3 * HOUR_MS, async () => {
        await owner.call('POST', `/messages/${_id}/answer`, { answer })
      })
    })
  })
}

const messages = [
  {
    message: 'Do you make the combination wrench in 3/8 inch? We find only metric ones.',
    answer: 'Our wrenches are metric. The closest is FW-1010 (10 mm); 3/8 inch is 9.53 mm.',
  },
  { message: 'Can you engrave our asset numbers on 200 hammers?', answer: null },
  {
    message: 'Our pallet had two boxes fewer than the slip says. Whom do we call?',
    answer: 'Sorry for that. Both boxes leave today with UPS; you will get the number by e-mail.',
  },
  { message: 'What is the lead time for 1,000 cobalt drills of 8 mm?', answer: null },
  { message: 'Is there a printed catalogue for our tool crib?', answer: null },
]

// What was searched for, how many days ago, and how often.
const misses = [
  ['left handed tin snips', 2, 3],
  ['magnetic tray', 3, 2],
  ['torx t55 socket', 5, 4],
  ['deburring tool', 9, 2],
  ['impact driver', 12, 5],
] as const
