import { useId } from 'react'
import { lineCan, lineTotal, type OrderLine } from '#shop/orders/order.ts'
import { refundedText } from '#shop/orders/order-contents.ts'
import { OrderStatusBadge } from '#shop/orders/order-status-badge.tsx'
import { CancelButton } from '#shop/orders/page/cancel-button.tsx'
import { NetSum } from '#shop/tax/net-sum.tsx'
import { LineImage } from './order-cells.tsx'
import type { OrderColumn } from './order-columns.ts'

type LineRowProps = {
  line: OrderLine
  /** Whether tax is added to it. */
  isTaxed: boolean
  by: 'buyer' | 'admin'
  columns: readonly OrderColumn[]
  onCancel: () => void
}

export function LineRow({ line, isTaxed, by, columns, onCancel }: LineRowProps) {
  const id = useId()
  return (
    <tr className="order-line-row">
      <td colSpan={2} className="order-line-sku soft text-13">
        {line.sku}
      </td>
      <th scope="row" colSpan={2} className="order-product" id={id}>
        <span className="row-product line min-w-0 gap-10">
          <LineImage line={line} />
          <span title={line.productName}>{line.productName}</span>
        </span>
      </th>
      {columns.includes('quantity') && (
        <td data-label="Quantity" className="col-number order-quantity">
          {line.quantity.toLocaleString('en-US')}
        </td>
      )}
      <td className="col-number order-total">
        <NetSum net={lineTotal(line)} isTaxed={isTaxed} />
      </td>
      <td className="order-payment">
        <OrderStatusBadge status={line.status} /> <small>{refundedText(line)}</small>
      </td>
      {columns.includes('actions') && (
        <td className="col-actions">
          {lineCan.cancel(line) && (
            <div className="table-actions">
              <CancelButton
                lines={[line]}
                text={by === 'admin' ? 'Delete' : 'Cancel'}
                describedBy={id}
                onPress={onCancel}
              />
            </div>
          )}
        </td>
      )}
    </tr>
  )
}
