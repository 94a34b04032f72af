import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#server/testing/products.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'

const site = {
  name: 'Forgewell',
  publicUrl: 'https://shop.example',
  isDemo: false,
  offersGoogle: false,
}
const jane = {
  email: 'jane@example.com',
  emailVerified: true,
  displayName: 'Jane',
  photoURL: null,
  isAdmin: false,
}

/**
 * Returns the purchase page of a new product as text, without the comments that React puts between
 * texts.
 */
async function openPageOf(product: Parameters<typeof addProduct>[1]) {
  const { db } = await createTestDatabase()
  const { id } = await addProduct(db, product)
  const currentUser = { ...jane, uid: uuidv7() }
  const account = { id: currentUser.uid, email: jane.email, name: jane.displayName }
  await db.insertInto('account').values(account).execute()
  const html = await renderPage(`/purchase/${id}`, { db, site, currentUser })
  return html.replaceAll('<!-- -->', '')
}

test.each([
  [9, true],
  [10, false],
])('%i pieces at a minimum of 10: the page says %s', async (quantity, isShort) => {
  const why = 'Only 9 in stock, which is below the minimum order of 10.'
  expect((await openPageOf({ quantity, minQuantity: 10 })).includes(why)).toBe(isShort)
})

test('the initial total is that of the minimum order', async () => {
  const page = await openPageOf({ minQuantity: 12, unitPriceCents: 1099 })
  expect(page).toContain('Total <strong>$131.88</strong>')
})

test('an uncountable quantity has no total and does not break the page', async () => {
  const page = await openPageOf({ minQuantity: 1_000_000_000, unitPriceCents: 9_999_999 })
  expect(page).toContain('Total <strong>–</strong>')
})
