import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readMigrations } from './migration-files.server.ts'
import { BASELINE, orderMigrations } from './order-migrations.ts'

test('the schema files are the first migration, in the order of their numbers; the others follow by date', () => {
  const schema = { 'db/schema/10-orders.sql': 'orders;', 'db/schema/02-audit.sql': 'audit;' }
  const later = {
    'db/migrations/20270203-0900-second.sql': 'second;',
    'db/migrations/20270115-0900-first.sql': 'first;',
  }
  expect(Object.entries(orderMigrations(schema, later))).toEqual([
    ['20261126-2000-baseline', 'audit;\norders;'],
    ['20270115-0900-first', 'first;'],
    ['20270203-0900-second', 'second;'],
  ])
})

test('the schema of 2.0.0 stays as it was released; a change is a new file in db/migrations', () => {
  const statements = readMigrations()[BASELINE] ?? ''
  // Comments may be mended.
  const released = statements.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ')
  expect(createHash('sha256').update(released).digest('hex')).toBe(
    '85e451b917f29fd50f925217d2d7eb99583e4b3ffdf9f520bd23998c80854153',
  )
})
