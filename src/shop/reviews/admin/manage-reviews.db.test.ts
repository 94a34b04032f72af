import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, register, signUpAdmin } from '#server/testing/users.ts'

const text = 'Sixty files, sharp and straight, and the tangs fit.'
const reason = 'It names a competitor.'

async function openReviewed() {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await register(shop)]
  await shop.db.updateTable('account').set({ emailVerified: true }).execute()
  const review = { name: 'Jane', email: jane.email, ratings: 4, review: text }
  const { _id: id } = (await jane.call('POST', '/reviews', review)).body
  const demo = { id: uuidv7(), name: 'Demo', ratings: 5, review: text }
  await shop.db.insertInto('review').values(demo).execute()
  const shown = async () => {
    const [page, all, count] = await Promise.all(
      ['/reviews?size=6&page=0', '/reviews', '/reviewsCount'].map((path) => callApi(shop.app, 'GET', path)),
    )
    const ids = ({ body }: { body: { _id: string }[] }) => body.map(({ _id }) => _id)
    return { page: ids(page as never), all: ids(all as never), count: count?.body.count }
  }
  const hide = (hiddenReason: string | null, of = id) =>
    owen.call('PUT', `/reviews/manage/${of}`, { hiddenReason })
  return { shop, owen, jane, id, demo, shown, hide, review }
}

test('a hidden review is in no list and no count, and its author is told why', async () => {
  const { shop, owen, jane, id, demo, shown, hide, review } = await openReviewed()
  const both = [demo.id, id]
  expect(await shown()).toEqual({ page: both, all: both, count: 2 })
  const hidden = await hide(`  ${reason} `)
  expect(hidden).toMatchObject({ status: 200, body: { _id: id, hiddenReason: reason } })
  const one = [demo.id]
  expect(await shown()).toEqual({ page: one, all: one, count: 1 })
  expect((await owen.call('GET', '/reviews/manageCount')).body).toEqual({ shown: 1, hidden: 1 })
  expect((await owen.call('GET', '/reviews/manage?state=hidden')).body).toEqual([hidden.body])
  expect((await owen.call('GET', '/reviews/manage')).body).toMatchObject([
    { _id: demo.id, email: null, hiddenReason: null },
  ])

  const [mail] = (await shop.readMails()).filter(({ subject }) => subject.includes('review'))
  expect(mail).toMatchObject({ to: jane.email, subject: 'Your review is no longer shown' })
  expect(mail?.text).toContain(reason)

  // A change of the text does not show it again.
  const path = `/reviews/${jane.email}`
  const changed = await jane.call('PUT', path, { ...review, review: `${text} Truly.` })
  expect(changed.body).toMatchObject({ review: `${text} Truly.`, hiddenReason: reason })
  expect((await shown()).count).toBe(1)

  expect((await hide(null)).body.hiddenReason).toBeNull()
  expect(await shown()).toEqual({ page: both, all: both, count: 2 })
  expect((await jane.call('GET', path)).body).not.toHaveProperty('hiddenReason')
})

test('of concurrent admins one hides a review; showing it again may be repeated; both are audited', async () => {
  const { shop, owen, id, shown, hide } = await openReviewed()
  const answers = await Promise.all(['a', 'b', 'c'].map((why) => hide(why)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await shown()).count).toBe(1)
  const again = await Promise.all([hide(null), hide(null)])
  expect(again.map(({ status }) => status)).toEqual([200, 200])
  expect((await shown()).count).toBe(2)
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['action', 'actor', 'subjectId'])
    .where('action', 'like', 'review-%')
    .orderBy('id')
    .execute()
  expect(entries).toEqual(
    ['review-hidden', 'review-shown'].map((action) => ({
      action,
      actor: owen.email,
      subjectId: id,
    })),
  )
})

test('a review of the demo is hidden without a mail, and a hidden one is deleted without a count', async () => {
  const { shop, demo, shown, hide } = await openReviewed()
  const mails = async () => (await shop.readMails()).length
  const before = await mails()
  expect((await hide(reason, demo.id)).status).toBe(200)
  expect(await mails()).toBe(before)
  await shop.db.deleteFrom('review').where('id', '=', demo.id).execute()
  expect((await shown()).count).toBe(1)
})

test.each(['', '  ', 'r'.repeat(201), 7])('the reason %j is refused', async (why) => {
  const { shown, hide } = await openReviewed()
  const { status, body } = await hide(why as string)
  expect({ status, fields: Object.keys(body.fields) }).toEqual({
    status: 422,
    fields: ['hiddenReason'],
  })
  expect((await shown()).count).toBe(2)
})
