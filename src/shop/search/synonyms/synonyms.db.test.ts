import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'

test('each change of the words that mean the same is audited with the admin', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const added = await owen.call('POST', '/synonyms', { terms: ['mallet', 'beetle'] })
  const { _id: id } = added.body
  await owen.call('PUT', `/synonyms/${id}`, { terms: ['mallet', 'maul'] })
  expect((await owen.call('PUT', '/synonyms/none', { terms: ['a', 'b'] })).status).toBe(404)
  await owen.call('DELETE', `/synonyms/${id}`)
  expect((await owen.call('DELETE', `/synonyms/${id}`)).status).toBe(404)
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['action', 'actor', 'subject', 'subjectId'])
    .where('action', 'like', 'synonyms-%')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'synonyms-added', actor: owen.email, subject: 'mallet, beetle', subjectId: id },
    { action: 'synonyms-changed', actor: owen.email, subject: 'mallet, maul', subjectId: id },
    { action: 'synonyms-deleted', actor: owen.email, subject: 'mallet, maul', subjectId: id },
  ])
})

test('control characters are left out of words, and a word of nothing else is refused', async () => {
  const owen = await signUpAdmin(await openTestShop())
  const added = await owen.call('POST', '/synonyms', { terms: ['a\u0000b', ' beetle\u202e\n'] })
  expect(added).toMatchObject({ status: 200, body: { terms: ['ab', 'beetle'] } })
  const refused = await owen.call('POST', '/synonyms', { terms: ['mallet', '\u0000'] })
  expect(refused.status).toBe(422)
})

test('the same words are one set, in whatever order they are added', async () => {
  const owen = await signUpAdmin(await openTestShop())
  expect((await owen.call('POST', '/synonyms', { terms: ['mallet', 'beetle'] })).status).toBe(200)
  const again = await owen.call('POST', '/synonyms', { terms: ['beetle', 'mallet'] })
  expect(again).toMatchObject({ status: 409, body: { code: 'known-set' } })
})
