import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addProduct } from '#server/testing/products.ts'
import { renderPage } from '#server/testing/rendered-page.tsx'

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
  const account = {
    id: currentUser.uid,
    email: jane.email,
    name: jane.displayName,
    address: '1 Anvil Street',
  }
  await db.insertInto('account').values(account).execute()
  const html = await renderPage(`/purchase/${id}`, { db, currentUser })
  return html.replaceAll('<!-- -->', '')
}

test('the server renders the product, and leaves the form to the browser', async () => {
  const page = await openPageOf({ name: 'Try Square', unitPriceCents: 1099 })
  expect(page).toContain('Purchase Try Square')
  expect(page).toContain('$10.99')
  expect(page).toContain('Loading the form')
  expect(page).not.toContain('1 Anvil Street')
})
