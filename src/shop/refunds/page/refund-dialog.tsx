import { useState } from 'react'
import { isDecided } from '#platform/http/api/rest-client.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { OrderDetails } from '#shop/orders/order.ts'
import { deletedProductText } from '#shop/pieces/pieces.ts'
import { PiecesFields } from '#shop/pieces/pieces-fields.tsx'
import type { OrderRefunds } from '#shop/refunds/order-refunds.server.ts'
import { DescriptionItem } from '#ui/description-item.tsx'
import { ChoiceField, InputField } from '#ui/forms/input-field.tsx'
import { SendDialog } from '#web/send-dialog.tsx'
import { type RefundForm, type RefundStart, readForm, startForm } from './refund-form.ts'
import { refundsApi, useRefundPreview } from './refunds-client.ts'

type RefundDialogProps = {
  order: OrderDetails
  payments: OrderRefunds['payments']
  start?: RefundStart | undefined
  onClosed: () => void
  onMade: () => void
}

/** Refunds pieces of a payment's lines or a free amount, after showing what that returns. */
export function RefundDialog({ order, payments, start, onClosed, onMade }: RefundDialogProps) {
  const [form, setForm] = useState(() => startForm(order, payments, start))
  const edit = (change: Partial<RefundForm>) => setForm({ ...form, ...change })
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { paymentId, isByAmount, amount } = form
  const payment = payments.find(({ _id }) => _id === paymentId)
  const { lines, splittable, split, subject } = readForm(form, order, payment, start)
  const { preview, refusal } = useRefundPreview(paymentId, subject)
  // What was shipped returns to stock with a return only.
  const canRestock =
    preview !== undefined &&
    !isByAmount &&
    preview.lines.every(({ quantity, unshipped }) => quantity === unshipped)
  const restock = canRestock && form.isRestocked
  const isOfNoMoney = preview?.total === 0
  const isTakingBack = isOfNoMoney && restock
  const sentText = isOfNoMoney ? 'The refund is recorded' : 'The refund is on its way'
  const givenUp = preview?.lines.reduce((sum, line) => sum + line.unshipped, 0) ?? 0
  const refund = () => {
    const reason = form.reason.trim()
    if (subject === null) return 'Type what to refund'
    if (reason === '') return 'Say why'
    const json = { ...subject, reason, ...('lines' in subject && { restock }) }
    const header = { 'idempotency-key': key }
    const call = refundsApi.payments[':id'].refunds
    return call.$post({ param: { id: paymentId }, header, json }).catch((error) => {
      if (isDecided(error)) setKey(crypto.randomUUID())
      throw error
    })
  }
  return (
    <SendDialog
      title={`Refund order ${order.number}`}
      action={isTakingBack ? 'Take back' : preview ? `Refund ${dollars(preview.total)}` : 'Refund'}
      disabled={!preview}
      send={refund}
      problem={refusal}
      message={isTakingBack ? 'The pieces are taken back' : sentText}
      onClosed={onClosed}
      onSent={onMade}
    >
      {payments.length > 1 && (
        <ChoiceField
          label="Payment"
          value={paymentId}
          options={payments.map(({ _id, transactionId, left }) => [
            _id,
            `${transactionId}, ${dollars(left)} left`,
          ])}
          onValue={(paymentId) => edit({ paymentId })}
        />
      )}
      {payment && payment.otherOrders.length > 0 && (
        <p>This payment also paid {payment.otherOrders.join(', ')}.</p>
      )}
      <fieldset className="flex gap-16 mt-8 mb-8">
        <legend className="field-label">Refund</legend>
        {[false, true].map((kind) => (
          <label key={String(kind)}>
            <input
              type="radio"
              name="refund-kind"
              checked={isByAmount === kind}
              onChange={() => edit({ isByAmount: kind })}
            />{' '}
            {kind ? 'An amount' : 'Pieces'}
          </label>
        ))}
      </fieldset>
      {isByAmount ? (
        <InputField
          label="Amount in dollars, with tax"
          error={amount.trim() === '' || subject ? undefined : 'Type an amount such as 12.50'}
          inputMode="decimal"
          maxLength={12}
          value={amount}
          onValue={(amount) => edit({ amount })}
        />
      ) : (
        <>
          <PiecesFields lines={lines} typed={form.pieces} onType={(pieces) => edit({ pieces })} />
          <PiecesFields lines={splittable} typed={split} onType={(unshipped) => edit({ unshipped })} />
        </>
      )}
      {givenUp > 0 && (
        <p>
          {givenUp === 1 ? '1 piece that was' : `${givenUp.toLocaleString('en-US')} pieces that were`} not
          shipped will never be shipped.
        </p>
      )}
      {preview && preview.less > 0 && (
        <p>{dollars(preview.less)} less than their price: earlier refunds left no more.</p>
      )}
      <InputField
        label="Reason"
        hint={isOfNoMoney ? 'Only admins read it.' : 'The buyer reads it on the credit note.'}
        maxLength={200}
        value={form.reason}
        onValue={(reason) => edit({ reason })}
      />
      {!isByAmount && (
        <label>
          <input
            type="checkbox"
            checked={restock}
            disabled={!canRestock}
            onChange={({ currentTarget }) => edit({ isRestocked: currentTarget.checked })}
          />{' '}
          The pieces go back to stock
          <small className="block">
            Only pieces that were not shipped. Shipped ones come back with a return.
          </small>
          {canRestock &&
            preview.lines
              .filter(({ isProductDeleted }) => isProductDeleted)
              .map(({ _id }) => (
                <small className="block" key={_id}>
                  {order.lines.find((line) => line._id === _id)?.productName}: {deletedProductText}
                </small>
              ))}
        </label>
      )}
      <dl className="refund-preview pairs mt-12" aria-live="polite">
        {preview && (
          <>
            <DescriptionItem term="Net">{dollars(preview.net)}</DescriptionItem>
            <DescriptionItem term="Tax">{dollars(preview.tax)}</DescriptionItem>
            <DescriptionItem term="Refund">{dollars(preview.total)}</DescriptionItem>
            <DescriptionItem term="Left of the payment">{dollars(preview.left)}</DescriptionItem>
          </>
        )}
      </dl>
    </SendDialog>
  )
}

const dollars = (amount: number) => formatDollars(dollarsToCents(amount))
