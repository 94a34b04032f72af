import type { Order } from '#shop/orders/order.ts'

export type RowPanel = {
  number: string | null
  pathOf: (order: Order) => string
  navigation: { replace: boolean; state: unknown; preventScrollReset: boolean }
}

/** The list of an order sets the widths. */
export const orderColumns = {
  number: { name: 'Order', className: 'order-number', width: 'var(--width-number)' },
  date: { name: 'Date', className: 'order-date', width: 'var(--width-date)' },
  product: { name: 'Product', className: 'order-product' },
  buyer: { name: 'Buyer', className: 'order-buyer' },
  po: { name: 'PO number', className: 'order-po', width: 'var(--width-po)' },
  quantity: { name: 'Qty', className: 'col-number order-quantity', width: 'var(--width-quantity)' },
  total: { name: 'Total', className: 'col-number order-total', width: 'var(--width-total)' },
  payment: { name: 'Payment status', className: 'order-payment', width: 'var(--width-payment)' },
  actions: { name: 'Actions', className: 'col-actions', width: 'var(--width-actions)' },
}
export type OrderColumn = keyof typeof orderColumns
