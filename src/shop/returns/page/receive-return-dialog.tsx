import { useState } from 'react'
import { readWholeNumber } from '#platform/written-number.ts'
import { deletedProductText } from '#shop/pieces/pieces.ts'
import { SendDialog } from '#web/send-dialog.tsx'
import type { ReturnDialogProps } from './refuse-return-dialog.tsx'
import { returnsApi } from './returns-client.ts'

const columns = [
  ['received', 'Came'],
  ['restocked', 'Back to stock'],
  ['scrapped', 'Scrap'],
] as const
type Column = (typeof columns)[number][0]
type CountedLine = Record<Column, number> & { _id: string }
type TypedLine = Record<Column, string> & { _id: string }

/** Records how many pieces of a return came, and how many of them go back to stock or are scrap. */
export function ReceiveReturnDialog({ of, after, onClosed, onDone }: ReturnDialogProps) {
  const [lines, setLines] = useState(() =>
    of.lines.map(({ _id, quantity }): TypedLine => {
      const all = String(quantity)
      // Bent tools must not become orderable by one press.
      if (of.reason === 'damaged') return { _id, received: '', restocked: '', scrapped: '' }
      return { _id, received: all, restocked: all, scrapped: '0' }
    }),
  )
  const type = (id: string, column: Column, text: string) =>
    setLines(lines.map((line) => (line._id === id ? { ...line, [column]: text } : line)))
  const receive = () => {
    const counted = lines.map(countedLine)
    const empty = of.lines.find((_, index) => isEmpty(lines[index]?.received))
    if (empty) return `${empty.productName}: type how many came, 0 for none`
    const wrong = of.lines.find((line, index) => !isRight(counted[index], line.quantity))
    if (wrong) {
      return `${wrong.productName}: at most ${wrong.quantity} came, and what goes back to stock and the scrap are not more than came`
    }
    const json = { version: of.version, lines: counted }
    return after(returnsApi.returns[':id'].receive.$post({ param: { id: of._id }, json }))
  }
  return (
    <SendDialog
      title={`Receive return ${of.number}`}
      action="Receive"
      isHarmless
      send={receive}
      message={`Return ${of.number} is received`}
      onClosed={onClosed}
      onSent={onDone}
    >
      <p>Only the pieces that go back to stock can be sold again. Nothing is refunded by this.</p>
      {of.reason === 'damaged' && (
        <p>
          The buyer says that they are damaged, so type how many came and how many can be sold again. Nothing
          typed there or as scrap is 0.
        </p>
      )}
      <table className="receive-lines ruled mt-12 w-full">
        <thead>
          <tr>
            <th scope="col">Tool</th>
            {columns.map(([, name]) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.lines.map(({ _id, productName, sku, quantity, isProductDeleted }, index) => (
            <tr key={_id}>
              <th scope="row">
                {productName}
                <small className="block">
                  SKU {sku}, {quantity.toLocaleString('en-US')} announced
                </small>
                {isProductDeleted && <small className="block">{deletedProductText}</small>}
              </th>
              {columns.map(([column, name]) => (
                <td key={column}>
                  <input
                    className="field-input"
                    aria-label={`${name}: ${productName}`}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={12}
                    value={lines[index]?.[column] ?? ''}
                    onChange={({ currentTarget }) => type(_id, column, currentTarget.value)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-8" aria-live="polite">
        {lines.map((line, index) => {
          const rest = restOf(countedLine(line))
          return (
            rest > 0 && (
              <p key={line._id}>
                {of.lines[index]?.productName}: {restText(rest)}
              </p>
            )
          )
        })}
      </div>
    </SendDialog>
  )
}

function isEmpty(text = ''): boolean {
  return text.trim() === ''
}

function countedLine({ _id, ...texts }: TypedLine): CountedLine {
  const count = (text: string) => (isEmpty(text) ? 0 : readWholeNumber(text))
  return {
    _id,
    received: count(texts.received),
    restocked: count(texts.restocked),
    scrapped: count(texts.scrapped),
  }
}

/** Returns the pieces that came and are neither put back nor scrap; not above 0 where a number is wrong. */
function restOf({ received, restocked, scrapped }: CountedLine): number {
  return Math.min(restocked, scrapped) < 0 ? 0 : received - restocked - scrapped
}

function restText(rest: number): string {
  return rest === 1
    ? '1 piece goes neither to stock nor to scrap: it is kept aside.'
    : `${rest.toLocaleString('en-US')} pieces go neither to stock nor to scrap: they are kept aside.`
}

function isRight(line: CountedLine | undefined, quantity: number): boolean {
  if (!line) return false
  const { received, restocked, scrapped } = line
  const all = [received, restocked, scrapped]
  return all.every((count) => count >= 0) && received <= quantity && restocked + scrapped <= received
}
