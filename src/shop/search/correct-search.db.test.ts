import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addCatalogue } from '#server/testing/catalogue.ts'
import { correctTerms, findNearWords } from './correct-search.server.ts'

/** A word of 15 letters from a to p, which no catalogue has. */
const word = (index: number) =>
  Array.from({ length: 15 }, (_, at) => 'abcdefghijklmnop'[(index * 7 + at * at * 3) % 16]).join('')

async function addSynonyms(db: Db, sets: number): Promise<void> {
  await sql`
    insert into synonym (terms)
    select array['hammer' || n || 'er', translate('mallet' || n, '0123456789', 'abcdefghij')]
    from generate_series(1, ${sets}::int) n`.execute(db)
}

test('the work for unknown words does not grow with the synonyms, nor with the words', async () => {
  const { db } = await createTestDatabase()
  await addSynonyms(db, 1_000)
  const texts = Array.from({ length: 10 }, (_, text) =>
    Array.from({ length: 12 }, (_, index) => word(text * 12 + index)),
  )
  const near = await findNearWords(db, texts)
  expect(near.length).toBeGreaterThan(0)
  expect(near.length).toBeLessThanOrEqual(3 * texts.length)
  expect(Math.max(...near.map(({ words }) => words.length))).toBeLessThanOrEqual(24)
})

test('unknown words stay as they are after the time limit', async () => {
  const { db } = await createTestDatabase()
  await addCatalogue(db, [{ name: 'Hammer', sku: 'X-1' }])
  const texts = [['hamer'], ['hammmer']]
  expect((await correctTerms(db, texts, () => false)).size).toBe(2)
  let asked = 0
  const isLate = () => {
    asked += 1
    return asked > 1
  }
  expect((await correctTerms(db, texts, isLate)).size).toBe(1)
})

test('the words of synonyms and categories are known as long as they exist', async () => {
  const { db } = await createTestDatabase()
  const correct = async (term: string) => (await correctTerms(db, [[term]], () => false)).get(term) ?? null
  expect(await correct('spanmer')).toBe('spanner')
  await db
    .insertInto('synonym')
    .values({ terms: ['hoist', 'windlass'] })
    .execute()
  await db.insertInto('category').values({ slug: 'pulleys', name: 'Pulleys', position: 9 }).execute()
  expect(await correct('windlas')).toBe(null)
  expect(await correct('windlsas')).toBe('windlass')
  expect(await correct('puley')).toBe('pulley')
  await db.updateTable('category').set({ name: 'Winches' }).execute()
  await db.deleteFrom('synonym').execute()
  expect(await correct('windlsas')).toBe(null)
  expect(await correct('puley')).toBe(null)
  expect(await correct('winhc')).toBe('winch')
})
