import { expect, test } from 'vitest'
import { addCatalogue } from '#server/testing/catalogue.ts'
import { newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import { compare, finish } from '#shop/imports/testing/import-calls.ts'

test('whatever writes a product adds the family that it names', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const families = async () => {
    const rows = await shop.db.selectFrom('family').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  }
  const wanted = await newProduct(shop)
  const { body } = await owen.call('POST', '/products', { ...wanted, sku: 'A', family: 'Form' })
  expect(body).toMatchObject({ family: 'Form' })
  const change = (family: string) => owen.call('PUT', `/products/${body._id}`, { family })
  expect((await change('Changed')).body).toMatchObject({ family: 'Changed' })
  expect((await change('')).body).toMatchObject({ family: null })
  const file = `SKU,Name,Description,Price,Quantity,Minimum order,Family
A,Gauge,One pin of brass,5,40,10,File
B,Gauge,One pin of brass,5,40,10,File of a new one
`
  const imported = await compare(shop, owen, file)
  expect(imported.rows.map(({ reasons }) => reasons)).toEqual([[], []])
  await finish(owen, imported._id, 'apply')
  const found = { products: [body._id], field: 'family', value: 'Found' }
  const bulk = await owen.call('POST', '/products/imports/found', found)
  expect(bulk).toMatchObject({ status: 200 })
  await shop.imports.read()
  await finish(owen, bulk.body._id, 'apply')
  expect(await families()).toEqual(['Changed', 'File', 'File of a new one', 'Form', 'Found'])
})

test('a file says what is read of families, and an undo takes it back', async () => {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  await addCatalogue(shop.db, [
    { sku: 'A', name: 'Tap M6', family: 'Tap' },
    { sku: 'B', name: 'Tap M8', family: 'Tap' },
    { sku: 'C', name: 'Hammer' },
  ])
  const told = async () => {
    const rows = await shop.db.selectFrom('family').select(['longText', 'position']).execute()
    return rows.map(({ longText, position }) => [longText, position])
  }
  const file = 'SKU;Familientext;Family order\nA;"For\nsteel";4\nB;;\n'
  const compared = await compare(shop, owen, file)
  expect(compared.rows.map(({ state }) => state)).toEqual(['changed', 'unchanged'])
  await finish(owen, compared._id, 'apply')
  expect(await told()).toEqual([['For\nsteel', 4]])
  const again = await compare(shop, owen, file)
  expect(again.rows.map(({ state }) => state)).toEqual(['unchanged', 'unchanged'])
  const cleared = await compare(shop, owen, 'SKU;Family order\nB;(empty)\n')
  await finish(owen, cleared._id, 'apply')
  expect(await told()).toEqual([['For\nsteel', null]])
  await finish(owen, cleared._id, 'undo')
  await finish(owen, compared._id, 'undo')
  expect(await told()).toEqual([[null, null]])
  // What a family had comes back to it: from new products, from one that moves, but not over a later change.
  const saw = 'SKU;Name;Description;Price;Stock;Minimum;Family;Family text\n'
  const added = (sku: string, text: string) => `${sku};Saw ${sku};For hard wood and soft;12;5;1;Tap;${text}\n`
  await finish(owen, (await compare(shop, owen, 'SKU;Family text;Family order\nA;Own;7\n'))._id, 'apply')
  const three = await compare(shop, owen, saw + added('S1', 'One') + added('S2', 'One') + added('S3', 'Two'))
  await finish(owen, three._id, 'apply')
  expect(await told()).toEqual([['Two', 7]])
  await finish(owen, three._id, 'undo')
  expect(await told()).toEqual([['Own', 7]])
  const left = await shop.db.selectFrom('product').select('sku').where('deletedAt', 'is', null).execute()
  expect(left.map(({ sku }) => sku).toSorted()).toEqual(['A', 'B', 'C'])
  const moved = await compare(shop, owen, 'SKU;Family;Family text\nC;Tap;Own\n')
  await finish(owen, moved._id, 'apply')
  expect(await told()).toEqual([['Own', 7]])
  const retold = await compare(shop, owen, 'SKU;Family text\nC;File\n')
  await finish(owen, retold._id, 'apply')
  await shop.db.updateTable('family').set({ longText: 'Later', longTextHtml: 'Later' }).execute()
  await finish(owen, retold._id, 'undo')
  await finish(owen, moved._id, 'undo')
  expect(await told()).toEqual([['Later', 7]])
  const bad = await compare(shop, owen, 'SKU;Family text;Family order\nA;;0\nC;Text;\n')
  expect(bad.rows.map(({ reasons }) => reasons)).toEqual([
    ['Family: Order is a whole number from 1 to 999'],
    ['Family text and Family order need a family'],
  ])
})
