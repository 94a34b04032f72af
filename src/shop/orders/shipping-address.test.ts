import { expect, test } from 'vitest'
import type { OrderLine } from './order.ts'
import { addressText, noAddress, offeredAddresses, shippingAddressOf } from './shipping-address.ts'

const sheffield = {
  address: '1 Anvil Street',
  city: 'Sheffield',
  region: '',
  postcode: 'S3 8GB',
  country: 'United Kingdom',
}

function orderTo(address: string, shippingAddress?: OrderLine['shippingAddress']): OrderLine {
  return {
    _id: '1',
    orderId: '3',
    orderNumber: 'FW-10001',
    name: 'Jane',
    email: 'jane@example.com',
    address,
    productId: '2',
    productName: 'Try Square',
    sku: 'SQ-1',
    perPrice: 12.5,
    quantity: 10,
    imgURL: '/x.webp',
    createdAt: '2026-11-21T12:00:00.000Z',
    status: 'paid',
    ...(shippingAddress && { shippingAddress }),
  }
}

test('an address is joined without empty parts', () => {
  expect(addressText(sheffield)).toBe('1 Anvil Street, Sheffield, S3 8GB, United Kingdom')
  expect(addressText({ ...noAddress, address: '1 Anvil Street' })).toBe('1 Anvil Street')
  expect(addressText({ ...noAddress, address: '1 Anvil Street', city: 'Sheffield' })).toBe(
    '1 Anvil Street, Sheffield',
  )
})

test('the form starts with the last order’s address, or that of the profile', () => {
  const { address: street, ...place } = sheffield
  const whole = orderTo(addressText(sheffield), { name: 'Jane', street, ...place })
  const profile = { ...noAddress, address: '2 Forge Lane', city: 'Leeds' }
  expect(offeredAddresses(profile, [])).toEqual({ address: profile, addresses: [profile] })
  const mill = { ...noAddress, address: '3 Mill Road' }
  expect(offeredAddresses(profile, [whole, orderTo('3 Mill Road')])).toEqual({
    address: sheffield,
    addresses: [sheffield, mill, profile],
  })
  expect(offeredAddresses(noAddress, [])).toEqual({ address: noAddress, addresses: [] })
})

test('an address that came as one text leaves the parts to the profile', () => {
  const asText = orderTo('1 Anvil Street, Sheffield, United Kingdom')
  expect(offeredAddresses(sheffield, [asText])).toEqual({
    address: sheffield,
    addresses: [sheffield],
  })
  const elsewhere = orderTo('3 Mill Road, Leeds')
  expect(offeredAddresses(sheffield, [elsewhere]).address).toEqual(sheffield)
  expect(offeredAddresses(noAddress, [elsewhere]).address.address).toBe('3 Mill Road, Leeds')
})

test('a region that the form shows no field for is neither offered nor sent', () => {
  const county = { ...sheffield, region: 'South Yorkshire' }
  const placed = orderTo(addressText(county), { name: 'Jane', street: '1 Anvil Street', ...county })
  expect(offeredAddresses(county, [placed])).toEqual({ address: sheffield, addresses: [sheffield] })
  expect(shippingAddressOf('Jane', county).region).toBe('')
  expect(shippingAddressOf('Jane', { ...county, country: 'Ireland' }).region).toBe(county.region)
})

test('offered addresses are distinct, newest first, and exclude anonymized orders', () => {
  const orders = ['3 Mill Road', '', '1 Anvil Street', '3 Mill Road'].map((at) => orderTo(at))
  const { addresses } = offeredAddresses({ ...noAddress, address: '1 Anvil Street' }, orders)
  expect(addresses.map(addressText)).toEqual(['3 Mill Road', '1 Anvil Street'])
})

test('a member starts with the company’s default address, and is offered its others', () => {
  const { address: street, ...place } = sheffield
  const depot = { street: '9 Dock Road', city: 'Hull', region: '', postcode: 'HU1', country: '' }
  const companyAddresses = [depot, { street, ...place }]
  const mill = { ...noAddress, address: '3 Mill Road' }
  const { address, addresses } = offeredAddresses({ ...mill, companyAddresses }, [
    orderTo(addressText(sheffield), { name: 'Jane', street, ...place }),
  ])
  expect(address).toEqual({ ...noAddress, address: '9 Dock Road', city: 'Hull', postcode: 'HU1' })
  expect(addresses).toEqual([address, sheffield, mill])
})
