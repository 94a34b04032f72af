import { expect, test } from 'vitest'
import { createLog } from './log.server.ts'

test('a flood of events is limited, and the number of dropped lines is logged', () => {
  const lines: string[] = []
  let now = 0
  const destination = { write: (line: string) => void lines.push(line) }
  const log = createLog('info', destination, () => now)
  for (let request = 0; request < 10_000; request++) log.error(new Error('no'), '/api/perchase')
  expect(lines).toHaveLength(200)
  now = 10_000
  log.info('calm')
  const [leftOut, calm] = lines.slice(200).map((line) => JSON.parse(line))
  expect(leftOut).toMatchObject({ leftOut: 9_800 })
  expect(calm).toMatchObject({ msg: 'calm' })
})
