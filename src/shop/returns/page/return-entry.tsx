import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { deletedProductText } from '#shop/pieces/pieces.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import { type ReturnStatus, reasonTexts, returnMay } from '#shop/returns/return-request.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { useSave } from '#ui/use-save.ts'
import { useChange } from '#web/use-change.ts'
import { ReceiveReturnDialog } from './receive-return-dialog.tsx'
import { refundReturn } from './refund-return.ts'
import { RefuseReturnDialog } from './refuse-return-dialog.tsx'
import { fetchOrderReturns, returnsApi, saveReturnSlip } from './returns-client.ts'

const badges = {
  requested: ['status-badge status-badge-warning', 'Requested'],
  approved: ['status-badge status-badge-part', 'Approved'],
  refused: ['status-badge', 'Refused'],
  received: ['status-badge status-badge-good', 'Received'],
  closed: ['status-badge', 'Closed'],
} satisfies Record<ReturnStatus, [string, string]>

type ReturnEntryProps = {
  of: Return
  by: 'buyer' | 'admin'
  orderLink?: ReactNode
  /** Called with the return as it is after a change, before the page's data is read again. */
  onChanged?: (changed: Return) => void
  /** Opens the dialog that refunds it; only while pieces that came can be refunded. */
  onRefund?: (() => void) | undefined
  /** In a list: the path at which that dialog opens. All that came is refunded by one press. */
  refundPath?: string | undefined
}

/** A return with its pieces, its state and what its reader can do about it. */
export function ReturnEntry({ of, by, orderLink, ...actions }: ReturnEntryProps) {
  const [className, text] = badges[of.status]
  const entry = useRef<HTMLLIElement>(null)
  return (
    <li className="return-entry surface break-anywhere pre-line" ref={entry} tabIndex={-1}>
      <Image imgURL={of.lines[0]?.imgURL ?? ''} alt="" sizes="3rem" width={48} height={36} background />
      <div className="return-text flex-wrap">
        <p className="return-head row">
          <strong>{of.number}</strong>
          <span className={className}>{text}</span>
          {orderLink}
          <DateTime iso={of.requestedAt} dayOnly />
          <span className="tabular">{formatDollars(dollarsToCents(of.total))}</span>
        </p>
        <p>
          {reasonTexts[of.reason]}
          {of.note && `: ${of.note}`}
        </p>
        {of.refusal && <p>Refused: {of.refusal}</p>}
        <ul>
          {of.lines.map((line) => (
            <li key={line._id}>
              <KeepUnits text={`${line.quantity.toLocaleString('en-US')} × ${line.productName}`} />{' '}
              <small>SKU {line.sku}</small>
              {of.status === 'received' && <ReceivedPieces line={line} by={by} />}
            </li>
          ))}
        </ul>
        {of.refunded > 0 && <p>Refunded {formatDollars(dollarsToCents(of.refunded))}</p>}
        {of.refunding > 0 && <p>A refund of {formatDollars(dollarsToCents(of.refunding))} is on its way</p>}
      </div>
      {/* The button that was pressed is gone afterwards. */}
      <ReturnActions of={of} by={by} {...actions} onDone={() => entry.current?.focus()} />
    </li>
  )
}

function ReceivedPieces({ line, by }: { line: Return['lines'][number]; by: 'buyer' | 'admin' }) {
  const count = (pieces: number) => pieces.toLocaleString('en-US')
  const aside = line.received - line.restocked - line.scrapped
  if (by === 'buyer') return <>, {count(line.received)} came</>
  return (
    <>
      , {count(line.received)} came, {count(line.restocked)} to stock, {count(line.scrapped)} scrap
      {aside > 0 && `, ${count(aside)} kept aside`}
      {line.restocked > 0 && line.isProductDeleted && `. ${deletedProductText}`}
    </>
  )
}

function ReturnActions(props: Omit<ReturnEntryProps, 'orderLink'> & { onDone: () => void }) {
  const { of, by, onChanged, onDone, onRefund, refundPath } = props
  const { isBusy, change } = useChange()
  const slip = useSave(() => saveReturnSlip(of))
  const [asking, setAsking] = useState<'refuse' | 'receive' | null>(null)
  const isAdmin = by === 'admin'
  const { approve, close, receive } = returnsApi.returns[':id']
  const param = { id: of._id }
  const { version } = of
  const after = (sending: Promise<Return>) => sending.then((changed) => onChanged?.(changed))
  // The second press of a double click would hit the button of the next step.
  const press =
    (send: () => Promise<Return>, message: string) =>
    async ({ detail }: MouseEvent) => {
      if (detail > 1) return
      if (await change(after(send()), message)) return onDone()
      // Another admin may have taken the step.
      const read = await fetchOrderReturns(of.orderId).catch(() => null)
      const current = read?.returns.find(({ _id }) => _id === of._id)
      if (current) onChanged?.(current)
    }
  const allCame = of.lines.map(({ _id, quantity }) => ({
    _id,
    received: quantity,
    restocked: quantity,
    scrapped: 0,
  }))
  const dialog = { of, after, onClosed: () => setAsking(null), onDone }
  return (
    <div className="return-actions hide-empty buttons">
      {isAdmin && returnMay(of, 'approve') && (
        <>
          <Button
            busy={isBusy}
            onClick={press(
              () => approve.$post({ param, json: { version } }),
              `Return ${of.number} is approved`,
            )}
          >
            Approve
          </Button>
          <Button variant="quiet" onClick={() => setAsking('refuse')}>
            Refuse …
          </Button>
        </>
      )}
      {isAdmin && returnMay(of, 'receive') && (
        <>
          {/* Bent tools must not become orderable by one press. */}
          {of.reason !== 'damaged' && (
            <Button
              busy={isBusy}
              onClick={press(
                () => receive.$post({ param, json: { version, lines: allCame } }),
                `Return ${of.number} is received, all of it is back in stock`,
              )}
            >
              Restock all
            </Button>
          )}
          <Button
            variant={of.reason === 'damaged' ? 'primary' : 'quiet'}
            onClick={() => setAsking('receive')}
          >
            Receive …
          </Button>
        </>
      )}
      {of.status === 'approved' && (
        <Button className="return-slip" variant="quiet" busy={slip.busy} onClick={slip.save}>
          Return slip (PDF)
        </Button>
      )}
      {isAdmin && of.status === 'received' && onRefund && <Button onClick={onRefund}>Refund …</Button>}
      {refundPath && (
        <>
          <Button busy={isBusy} onClick={press(() => refundReturn(of), 'The refund is on its way')}>
            Refund {formatDollars(dollarsToCents(of.total))}
          </Button>
          <Link to={refundPath} className={buttonVariant.quiet}>
            Refund …
          </Link>
        </>
      )}
      {returnMay(of, isAdmin ? 'close' : 'withdraw') && (
        <Button
          variant="quiet"
          busy={isBusy}
          onClick={press(
            () => close.$post({ param, json: { version } }),
            isAdmin ? 'Return closed' : 'Return withdrawn',
          )}
        >
          {isAdmin ? 'Close' : 'Withdraw'}
        </Button>
      )}
      {asking === 'refuse' && <RefuseReturnDialog {...dialog} />}
      {asking === 'receive' && <ReceiveReturnDialog {...dialog} />}
    </div>
  )
}
