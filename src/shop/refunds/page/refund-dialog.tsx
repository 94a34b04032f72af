import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { OrderDetails } from '#shop/orders/order.ts'
import { isDecided } from '#shop/orders/orders-client.ts'
import { deletedProductText } from '#shop/pieces/pieces.ts'
import { PiecesFields, type TypedPieces } from '#shop/pieces/pieces-fields.tsx'
import type { OrderRefunds } from '#shop/refunds/order-refunds.server.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/forms/field.tsx'
import { showToast } from '#ui/toast.ts'
import { choosableLines, readAmount, readSubject, splittableLines } from './refund-subject.ts'
import { sendRefund } from './refunds-client.ts'
import { useRefundPreview } from './use-refund-preview.ts'

/** What the dialog begins with: pieces that came with a return, or that go back to stock. */
export type RefundStart = {
  pieces: TypedPieces
  reason: string
  returnId?: string
  restock?: boolean
}

type RefundDialogProps = {
  order: OrderDetails
  /** The payment with something left; the first unless another is chosen. */
  payments: OrderRefunds['payments']
  start?: RefundStart | undefined
  onClosed: () => void
  onMade: () => void
}

/** Refunds pieces of a payment's lines or a free amount, after showing what that returns. */
export function RefundDialog({ order, payments, start, onClosed, onMade }: RefundDialogProps) {
  const [paymentId, setPaymentId] = useState(() => {
    const first = payments.find(({ lines }) => lines.some(({ _id }) => start?.pieces[_id]))
    return (first ?? payments[0])?._id ?? ''
  })
  const [typed, setTyped] = useState<TypedPieces>(start?.pieces ?? {})
  const [unshipped, setUnshipped] = useState<TypedPieces>({})
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState(start?.reason ?? '')
  const [isRestocked, setRestocked] = useState(start?.restock === true)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const payment = payments.find(({ _id }) => _id === paymentId)
  const lines = choosableLines(order, payment, start?.returnId ? start.pieces : undefined)
  const [isByAmount, setByAmount] = useState(lines.length === 0)
  // Pieces of a return were shipped.
  const splittable = start?.returnId ? [] : splittableLines(lines, payment, typed)
  const split = {
    ...Object.fromEntries(splittable.map((line) => [line._id, String(line.most)])),
    ...unshipped,
  }
  const chosen = isByAmount ? readAmount(amount) : readSubject(lines, typed, splittable, split)
  const subject = chosen && { ...chosen, ...(start?.returnId && { return: start.returnId }) }
  const result = useRefundPreview(paymentId, subject)
  const preview = result && 'preview' in result ? result.preview : null
  // What was shipped returns to stock with a return only.
  const canRestock =
    preview !== null &&
    !isByAmount &&
    preview.lines.every(({ quantity, unshipped }) => quantity === unshipped)
  const isOfNoMoney = preview?.total === 0
  const isTakingBack = isOfNoMoney && canRestock && isRestocked
  const givenUp = preview?.lines.reduce((sum, line) => sum + line.unshipped, 0) ?? 0
  const refund = async () => {
    if (subject === null) return setError('Type what to refund')
    if (reason.trim() === '') return setError('Say why')
    setBusy(true)
    const restock = canRestock && isRestocked
    const newRefund = {
      ...subject,
      reason: reason.trim(),
      ...('lines' in subject && { restock }),
    }
    try {
      await sendRefund(paymentId, newRefund, key)
    } catch (error) {
      if (isDecided(error)) setKey(crypto.randomUUID())
      setBusy(false)
      return setError(refusalText(error))
    }
    onClosed()
    onMade()
    await showToast(
      'success',
      isTakingBack
        ? 'The pieces are taken back'
        : isOfNoMoney
          ? 'The refund is recorded'
          : 'The refund is on its way',
    )
  }
  return (
    <ConfirmDialog
      title={`Refund order ${order.number}`}
      action={isTakingBack ? 'Take back' : preview ? `Refund ${dollars(preview.total)}` : 'Refund'}
      busy={isBusy}
      error={error ?? (result && 'refusal' in result ? result.refusal : undefined)}
      onEdit={() => setError(undefined)}
      onConfirm={refund}
      onCancel={onClosed}
    >
      {payments.length > 1 && (
        <Field label="Payment">
          {(aria) => (
            <select
              {...aria}
              className="field-input"
              value={paymentId}
              onChange={({ currentTarget }) => setPaymentId(currentTarget.value)}
            >
              {payments.map(({ _id, transactionId, left }) => (
                <option key={_id} value={_id}>
                  {transactionId}, {dollars(left)} left
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {payment && payment.otherOrders.length > 0 && (
        <p>This payment also paid {payment.otherOrders.join(', ')}.</p>
      )}
      <fieldset className="refund-kinds">
        <legend>Refund</legend>
        {[false, true].map((kind) => (
          <label key={String(kind)}>
            <input
              type="radio"
              name="refund-kind"
              checked={isByAmount === kind}
              onChange={() => setByAmount(kind)}
            />{' '}
            {kind ? 'An amount' : 'Pieces'}
          </label>
        ))}
      </fieldset>
      {isByAmount ? (
        <Field
          label="Amount in dollars, with tax"
          error={amount.trim() === '' || subject ? undefined : 'Type an amount such as 12.50'}
        >
          {(aria) => (
            <input
              {...aria}
              className="field-input"
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              value={amount}
              onChange={({ currentTarget }) => setAmount(currentTarget.value)}
            />
          )}
        </Field>
      ) : (
        <>
          <PiecesFields lines={lines} typed={typed} onType={setTyped} />
          <PiecesFields lines={splittable} typed={split} onType={setUnshipped} />
        </>
      )}
      {givenUp > 0 && (
        <p>
          {givenUp === 1
            ? '1 piece that was'
            : `${givenUp.toLocaleString('en-US')} pieces that were`}{' '}
          not shipped will never be shipped.
        </p>
      )}
      {preview && preview.less > 0 && (
        <p>{dollars(preview.less)} less than their price: earlier refunds left no more.</p>
      )}
      <Field
        label="Reason"
        hint={isOfNoMoney ? 'Only admins read it.' : 'The buyer reads it on the credit note.'}
      >
        {(aria) => (
          <input
            {...aria}
            className="field-input"
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
      </Field>
      {!isByAmount && (
        <label className="refund-restock">
          <input
            type="checkbox"
            checked={canRestock && isRestocked}
            disabled={!canRestock}
            onChange={({ currentTarget }) => setRestocked(currentTarget.checked)}
          />{' '}
          The pieces go back to stock
          <small>Only pieces that were not shipped. Shipped ones come back with a return.</small>
          {canRestock &&
            preview.lines
              .filter(({ isProductDeleted }) => isProductDeleted)
              .map(({ _id }) => (
                <small key={_id}>
                  {order.lines.find((line) => line._id === _id)?.productName}: {deletedProductText}
                </small>
              ))}
        </label>
      )}
      <dl className="refund-preview" aria-live="polite">
        {preview &&
          [
            ['Net', preview.net],
            ['Tax', preview.tax],
            ['Refund', preview.total],
            ['Left of the payment', preview.left],
          ].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{dollars(Number(value))}</dd>
            </div>
          ))}
      </dl>
    </ConfirmDialog>
  )
}

const dollars = (amount: number) => formatDollars(dollarsToCents(amount))
