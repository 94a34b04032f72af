import { expect, test } from 'vitest'
import { closeInOrder } from './close-in-order.server.ts'

test('the last resource is closed even if earlier ones fail or hang', async () => {
  const happened: unknown[] = []
  const log = { error: (...values: unknown[]) => void happened.push(values.at(-1)) }
  await closeInOrder(
    [
      [
        { name: 'mails', limitMs: 50, close: () => new Promise(() => {}) },
        { name: 'reconciler', limitMs: 50, close: () => Promise.reject(new Error('no')) },
      ],
      {
        name: 'integrations',
        limitMs: 50,
        close: () => {
          throw new Error('no')
        },
      },
      { name: 'database', limitMs: 50, close: async () => happened.push('closed') },
    ],
    log,
  )
  expect(happened).toEqual([
    'Closing failed: reconciler',
    'Closing took too long: mails',
    'Closing failed: integrations',
    'closed',
  ])
})
