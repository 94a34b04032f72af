import { expect, test } from 'vitest'
import { orderMigrations } from './order-migrations.ts'

test('the schema files are the first migration, in the order of their numbers; the others follow by date', () => {
  const schema = { 'db/schema/10-orders.sql': 'orders;', 'db/schema/02-audit.sql': 'audit;' }
  const later = {
    'db/migrations/20270203-0900-second.sql': 'second;',
    'db/migrations/20270115-0900-first.sql': 'first;',
  }
  expect(Object.entries(orderMigrations(schema, later))).toEqual([
    ['20261126-1730-baseline', 'audit;\norders;'],
    ['20270115-0900-first', 'first;'],
    ['20270203-0900-second', 'second;'],
  ])
})
