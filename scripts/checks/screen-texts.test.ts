import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What screens, mails and refusals said before shorter words were found, as far as it is told from other texts. */
const REPLACED = [
  'A name here wins over it',
  'Address you gave',
  'Alternatives, and how they differ',
  'Ask for the return',
  'Compare again',
  'E-mail of a user to add',
  'Image of links',
  'Its price lists',
  'Left empty,',
  'Logo on light ground',
  'Make missing categories',
  'Name and days',
  'Name you gave',
  'No stock ends within',
  'Nobody belongs to',
  'Orders from before stay',
  'Place, pay later',
  'Read these columns',
  'Reorder a month',
  'Sheet, if there are several',
  'Show the tool found',
  'Take it out',
  'There is no SKU and no quantity',
  'What it does',
  'What the file does',
  'has not confirmed the e-mail yet',
  'its tracking number comes when it leaves',
  'orders stuck in their cancellation',
  'returns asked for',
  'your limit of unpaid orders',
]

test('replaced texts do not come back', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  expect(sources.length).toBeGreaterThan(1000)
  const found = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ')
    return REPLACED.filter((words) => text.includes(words)).map((words) => `${file}: ${words}`)
  })
  expect(found).toEqual([])
})

test('texts of pages do not name settings, which owners do not know', () => {
  const pages = globSync('src/**/*.tsx', { cwd: root }).filter((file) => !file.includes('.test.'))
  const named = pages.filter((file) =>
    /\b(SHOP_NAME|CONTACT_EMAIL|ADMIN_EMAIL|TIME_ZONE|SELLER_\w+|TAX_RATE|CARRIERS)\b/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  )
  expect(named).toEqual([])
})
