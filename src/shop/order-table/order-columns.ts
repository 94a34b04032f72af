import type { Order } from '#shop/orders/order.ts'

export type RowPanel = {
  number: string | null
  pathOf: (order: Order) => string
  navigation: { replace: boolean; state: unknown; preventScrollReset: boolean }
}

export const orderColumns = {
  number: { name: 'Order', className: 'order-number' },
  date: { name: 'Date', className: 'order-date' },
  product: { name: 'Product', className: 'order-product' },
  buyer: { name: 'Buyer', className: 'order-buyer' },
  po: { name: 'PO number', className: 'order-po' },
  quantity: { name: 'Qty', className: 'col-number order-quantity' },
  total: { name: 'Total', className: 'col-number order-total' },
  payment: { name: 'Payment status', className: 'order-payment' },
  actions: { name: 'Actions', className: 'col-actions' },
}
export type OrderColumn = keyof typeof orderColumns
