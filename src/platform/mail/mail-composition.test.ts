import { expect, test } from 'vitest'
import { composeMail } from './mail-composition.server.ts'
import type { MailDraft, MailSender } from './mail-draft.server.ts'

const image = `/media/${'0'.repeat(32)}-ffffff.webp`
const site: MailSender = { name: 'Anvil & Co', publicUrl: 'https://anvil.example' }
const draft: MailDraft = {
  to: 'jane@example.com',
  subject: 'Shipped',
  heading: 'Your tools are on their way',
  paragraphs: ['We handed over <b>one</b> parcel.'],
  next: 'The rest follows.',
  button: { label: 'Track parcel', path: 'https://carrier.example/1?a=1&b=2' },
  secondButton: { label: 'View order', path: '/dashboard/orders/FW-1' },
  items: [
    { label: 'FW-1', name: '10 × Hammer', note: '$12.50 each', amount: '$125.00', image },
    ...Array.from({ length: 30 }, () => ({ label: 'FW-2', name: '1 × Saw', image })),
  ],
  sums: [
    ['Net', '$125.00'],
    ['Total', '$135.31'],
  ],
  details: [['Carrier', 'UPS']],
  note: 'Order FW-1',
}

test('both parts of a mail say the same, in the order in which people read', () => {
  const { html, text } = composeMail(site, draft)
  const parts = [
    'Your tools are on their way',
    '<b>one</b>',
    'What comes next',
    'The rest follows.',
    'https://carrier.example/1?a=1&b=2',
    'View order',
    '10 × Hammer',
    '$125.00',
    '$135.31',
    'UPS',
    'Order FW-1',
    'Anvil & Co',
  ]
  const escaped = (part: string) =>
    part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const read = html.slice(html.indexOf('<h1'))
  for (const [all, has] of [
    [text, (part: string) => part],
    [read, escaped],
  ] as const) {
    const places = parts.map((part) => all.indexOf(has(part)))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
  expect(text).toContain('FW-1: 10 × Hammer, $12.50 each, $125.00\nFW-2: 1 × Saw\n')
})

test('pictures are small public files, of the first lines, and a logo with the name stands alone', () => {
  const look = { darkLogo: image, logoHasName: true, accent: '#123456' }
  const picture = `src="https://anvil.example${image.replace('.webp', '-mail.png')}"`
  const plain = composeMail(site, draft).html
  const branded = composeMail({ ...site, look }, draft).html
  expect(plain.split(picture)).toHaveLength(21)
  expect(branded.split(picture)).toHaveLength(22)
  expect(branded).toContain('alt="Anvil &amp; Co" height="32"')
  expect(branded).not.toContain('>Anvil &amp; Co</a>')
  expect(branded).toContain('background:#123456')
})
