import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRetention } from '#operations/retention.server.ts'
import { image } from '#server/testing/images.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin } from '#server/testing/users.ts'

const text = '## Bar\n\nA hammer begins as **round** bar.'

async function openBlog() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const stored = await shop.images.store(await image('webp'))
  if ('refused' in stored) throw new Error(stored.refused)
  const post = {
    title: 'From bar to hammer',
    body: text,
    author: 'Marta Lindqvist',
    imgURL: stored.url,
  }
  return { shop, owen, post }
}

async function shownTitles({ app }: TestShop): Promise<string[]> {
  return (await callApi(app, 'GET', '/blogs')).body.map(({ title }: { title: string }) => title)
}

test('a draft is for admins only, until it is published and after it is taken back', async () => {
  const { shop, owen, post } = await openBlog()
  const added = await owen.call('POST', '/blogs', { title: post.title })
  expect(added).toMatchObject({
    status: 200,
    body: {
      title: post.title,
      body: '',
      imgURL: '',
      state: 'draft',
      publishedAt: null,
      version: 1,
    },
  })
  const { _id: id } = added.body
  const visible = async () => (await callApi(shop.app, 'GET', `/blogs/${id}`)).status
  expect([await visible(), await shownTitles(shop)]).toEqual([404, []])

  const published = await owen.call('PUT', `/blogs/${id}`, { ...post, publish: 'now', version: 1 })
  expect(published.body).toMatchObject({ ...post, authorRole: '', state: 'published', version: 2 })
  expect([await visible(), await shownTitles(shop)]).toEqual([200, [post.title]])
  expect((await callApi(shop.app, 'GET', `/blogs/${id}`)).body).toEqual({
    _id: id,
    ...post,
    authorRole: '',
    publishedOn: new Date().toISOString().slice(0, 10),
  })

  const renamed = await owen.call('PUT', `/blogs/${id}`, { title: 'Of hammers' })
  expect(renamed.body).toMatchObject({ title: 'Of hammers', body: text, state: 'published' })
  expect((await owen.call('PUT', `/blogs/${id}`, { publish: 'draft' })).body.state).toBe('draft')
  expect([await visible(), await shownTitles(shop)]).toEqual([404, []])
  expect((await owen.call('GET', `/blogs/manage/${id}`)).body).toMatchObject({
    title: 'Of hammers',
    state: 'draft',
  })
})

test('a text that is too costly to render is refused with the reason', async () => {
  const { owen, post } = await openBlog()
  const { status, body } = await owen.call('POST', '/blogs', { ...post, body: '>'.repeat(51) })
  const message = 'Text has a quote or list more than 50 levels deep'
  expect([status, body]).toMatchObject([422, { message }])
})

test('a planned post appears at its time, in the list and in the sitemap', async () => {
  const { shop, owen, post } = await openBlog()
  const at = new Date(Date.now() + 60 * 60 * 1000).toISOString()
  const { body: planned } = await owen.call('POST', '/blogs', { ...post, publish: at })
  expect(planned).toMatchObject({ state: 'planned', publishedAt: at })
  const inSitemap = async () =>
    (await (await shop.app.request(`${shopUrl}/sitemap.xml`)).text()).includes(planned._id)
  expect([await shownTitles(shop), await inSitemap()]).toEqual([[], false])
  const count = async () => (await owen.call('GET', '/blogs/manageCount')).body
  expect(await count()).toEqual({ published: 0, planned: 1, draft: 0 })
  const { body: _, ...listed } = planned
  expect((await owen.call('GET', '/blogs/manage?state=planned')).body).toEqual([listed])

  // The hour passes.
  const publishedAt = new Date(Date.now() - 1000)
  await shop.db.updateTable('blogPost').set({ publishedAt }).execute()
  expect([await shownTitles(shop), await inSitemap()]).toEqual([[post.title], true])
  expect(await count()).toEqual({ published: 1, planned: 0, draft: 0 })
})

test.each([
  ['body', 'A post needs a text to be published'],
  ['author', 'A post needs an author to be published'],
  ['imgURL', 'A post needs an image to be published'],
])('a post without %s is not published', async (field, message) => {
  const { shop, owen, post } = await openBlog()
  const refusal = { status: 422, body: { code: 'invalid', message, fields: { [field]: message } } }
  const incomplete = { ...post, [field]: '' }
  expect(await owen.call('POST', '/blogs', { ...incomplete, publish: 'now' })).toEqual(
    expect.objectContaining(refusal),
  )
  const { body } = await owen.call('POST', '/blogs', { ...post, publish: 'now' })
  expect(await owen.call('PUT', `/blogs/${body._id}`, { [field]: ' ' })).toMatchObject(
    field === 'imgURL' ? { status: 422 } : refusal,
  )
  expect(await shownTitles(shop)).toEqual([post.title])
})

test.each([
  [{ title: ' ' }, 'title', 'Title is required'],
  [{ title: '🔨'.repeat(201) }, 'title', 'Title has at most 200 characters'],
  [{ author: 'a'.repeat(101) }, 'author', 'Author has at most 100 characters'],
  [{ body: 'b'.repeat(40_001) }, 'body', 'Text has at most 40,000 characters'],
  [{ imgURL: 'https://evil.example/a.webp' }, 'imgURL', 'Image must be uploaded to this shop'],
  [{ imgURL: `/media/${'0'.repeat(32)}.webp` }, 'imgURL', 'Image must be uploaded to this shop'],
  [{ publish: 'soon' }, 'publish', expect.any(String)],
])('%j is refused', async (broken, field, message) => {
  const { shop, owen, post } = await openBlog()
  const { status, body } = await owen.call('POST', '/blogs', { ...post, ...broken })
  expect({ status, fields: body.fields }).toEqual({ status: 422, fields: { [field]: message } })
  expect((await owen.call('GET', '/blogs/manageCount')).body.draft).toBe(0)
  expect(await shownTitles(shop)).toEqual([])
})

test('a change of an outdated version is refused', async () => {
  const { owen, post } = await openBlog()
  const { body } = await owen.call('POST', '/blogs', post)
  await owen.call('PUT', `/blogs/${body._id}`, { title: 'First', version: 1 })
  expect(await owen.call('PUT', `/blogs/${body._id}`, { title: 'Second', version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'stale-post' },
  })
  expect((await owen.call('GET', `/blogs/manage/${body._id}`)).body.title).toBe('First')
})

test('a deleted post is gone, can be restored for 30 days, and each step is audited', async () => {
  const { shop, owen, post } = await openBlog()
  const { db, clock, files } = shop
  const { _id: id } = (await owen.call('POST', '/blogs', { ...post, publish: 'now' })).body
  expect((await owen.call('DELETE', `/blogs/${id}`)).body).toEqual({ deletedCount: 1 })
  expect(await shownTitles(shop)).toEqual([])
  expect((await owen.call('PUT', `/blogs/${id}`, { title: 'Late' })).status).toBe(404)
  expect((await owen.call('DELETE', `/blogs/${id}`)).status).toBe(404)
  const restore = () => owen.call('PUT', `/blogs/restore/${id}`)
  expect([(await restore()).status, (await restore()).status]).toEqual([200, 200])
  expect(await shownTitles(shop)).toEqual([post.title])
  await owen.call('DELETE', `/blogs/${id}`)
  const log = pino({ level: 'fatal' })
  const { deleteOld } = createRetention({ db, log, clock: () => clock.now, files })
  await deleteOld()
  expect((await restore()).status).toBe(200)
  await owen.call('DELETE', `/blogs/${id}`)
  const deletedAt = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
  await db.updateTable('blogPost').set({ deletedAt }).execute()
  await deleteOld()
  expect((await restore()).status).toBe(404)
  const entries = await db
    .selectFrom('auditEntry')
    .select(['action', 'actor', 'subject', 'subjectId'])
    .where('action', 'like', 'post-%')
    .orderBy('id')
    .execute()
  const by = { actor: owen.email, subject: post.title, subjectId: id }
  expect(entries).toEqual(
    ['post-added', 'post-deleted', 'post-restored', 'post-deleted', 'post-restored', 'post-deleted'].map(
      (action) => ({ action, ...by }),
    ),
  )
})
