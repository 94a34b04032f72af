import { z } from '@hono/zod-openapi'
import { emailText } from '#platform/email-text.server.ts'
import { centsToDollars } from '#platform/money.ts'
import { receivedMessageJson, toMessageJson } from '#shop/contact/inbox/messages-api.server.ts'
import { orderCountJson, orderJson } from '#shop/orders/order-json.server.ts'
import { addressText } from '#shop/orders/shipping-address.ts'
import { buyerTaxJson, toBuyerTaxJson } from '#shop/users/admin/buyer-tax.server.ts'
import type { Customer } from './find-customer.server.ts'

const time = z.string().optional()

export const customerJson = z
  .object({
    _id: z.string(),
    name: z.string(),
    email: z.string(),
    isEmailVerified: z.boolean(),
    role: z.enum(['buyer', 'admin']),
    phone: z.string(),
    country: z.string(),
    company: z.string().describe('As the user typed it'),
    memberOf: z
      .object({ _id: z.string(), name: z.string() })
      .nullable()
      .describe('The company that the user belongs to'),
    createdAt: z.string(),
    lastLoginAt: time.describe('Of the last two years'),
    deletedAt: time.describe('Name and e-mail are then pseudonyms'),
    addresses: z.array(z.string()).describe('Of the profile, and of the latest orders'),
    tax: buyerTaxJson,
    bought: z
      .object({ thisYear: z.number(), allTime: z.number(), refunded: z.number(), open: z.number() })
      .describe('Invoices less credit notes, and unpaid lines, without tax; years are of UTC'),
    orders: z.array(orderJson).describe('The latest, not the cancelled ones'),
    orderCount: orderCountJson,
    lists: z.array(z.object({ _id: z.string(), name: z.string(), lines: z.number().int() })),
    messages: z.array(receivedMessageJson).describe('The latest of the contact form that name this e-mail'),
  })
  .openapi('Customer')

export type CustomerDetails = z.infer<typeof customerJson>

export function toCustomerJson(customer: Customer): CustomerDetails {
  const { account, memberOf, lastLogin, addresses, sums, open, orders, orderCount, lists, messages } =
    customer
  const own = addressText(account)
  return {
    _id: account.id,
    name: account.name,
    email: emailText(account.email),
    isEmailVerified: account.emailVerified,
    role: account.role === 'admin' ? 'admin' : 'buyer',
    phone: account.phone,
    country: account.country,
    company: account.company,
    memberOf: memberOf ? { _id: memberOf.id, name: memberOf.name } : null,
    createdAt: account.createdAt.toISOString(),
    lastLoginAt: lastLogin?.toISOString(),
    deletedAt: account.closedAt?.toISOString(),
    addresses: [...new Set([own, ...addresses])].filter((address) => address !== ''),
    tax: toBuyerTaxJson(account),
    bought: {
      thisYear: centsToDollars(sums.thisYear),
      allTime: centsToDollars(sums.allTime),
      refunded: centsToDollars(sums.refunded),
      open: centsToDollars(open),
    },
    orders,
    orderCount,
    lists: lists.map(({ id, name, lines }) => ({ _id: id, name, lines: lines.length })),
    messages: messages.map(toMessageJson),
  }
}
