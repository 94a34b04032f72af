import { CancelButton } from '#shop/orders/cancel/cancel-button.tsx'
import { OrderTableRow } from '#shop/orders/history/order-table-row.tsx'
import type { OrderLine } from '#shop/orders/order.ts'
import { BuyerName } from './buyer-name.tsx'

/** An order in the admin's list; paid ones cannot be deleted (product 4.2). */
export function ManagedOrderRow({ order, onDelete }: { order: OrderLine; onDelete: () => void }) {
  return (
    <OrderTableRow
      order={order}
      buyer={
        <td data-label="Buyer" className="order-buyer">
          <BuyerName name={order.name} email={order.email} />
        </td>
      }
      actions={(id) => (
        <CancelButton order={order} text="Delete" describedBy={id} onPress={onDelete} />
      )}
    />
  )
}
