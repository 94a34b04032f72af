import { useId } from 'react'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { EditedRow } from '#shop/prices/admin/edited-rows.ts'
import type { FamilyLine, RowLine } from '#shop/prices/admin/grid-lines.ts'
import { ALL_TOOLS, oddityOf } from '#shop/prices/admin/row-drafts.ts'
import { Icon } from '#ui/icon.tsx'
import { Image } from '#ui/image.tsx'
import { CellInput } from '#ui/lists/cell-input.tsx'
import type { PriceRowsState } from './use-price-rows.ts'

type PriceGridRowProps = {
  line: RowLine
  state: PriceRowsState
  onWant: (key: number) => void
  onFocus: (row: EditedRow) => void
}

export function PriceGridRow({ line, state, onWant, onFocus }: PriceGridRowProps) {
  const { row, tool, step, price } = line
  const { key, name, target, was } = row
  const id = useId()
  const error = state.errorOf(row)
  const oddity = oddityOf(row, tool?.basePrice)
  const subject =
    tool?.name ?? (target.all ? ALL_TOOLS : target.category && state.categoryName(target.category))
  const label = `${target.sku ?? subject ?? 'the new row'}${step > 1 ? `, step ${step}` : ''}`
  const cell = (part: 'name' | 'from' | 'price', what: string) => (
    <CellInput
      name={part}
      className={part === 'name' ? '' : 'text-right'}
      label={`${what} of ${label}`}
      value={row[part]}
      stored={part === 'name' ? name : (was?.[part] ?? '')}
      isChanged={part !== 'name' && was?.[part] !== row[part]}
      isInvalid={error !== undefined}
      errorId={error === undefined ? undefined : id}
      readOnly={state.isBusy}
      inputMode={part === 'from' ? 'numeric' : 'text'}
      onType={(text) => state.type(row, part, text)}
      onSave={state.save}
      onLeave={(text) => part === 'name' && state.rename(row, text)}
    />
  )
  const act = (text: string, path: string, action: () => void) => (
    <button
      type="button"
      className="icon-button rounded hover-fill"
      aria-label={`${text} ${label}`}
      title={text}
      disabled={state.isBusy}
      onClick={action}
    >
      <Icon path={path} />
    </button>
  )
  return (
    <tr
      data-row={key}
      className={line.isInFamily ? 'price-row-sized' : undefined}
      onFocus={() => onFocus(row)}
    >
      <th scope="row" title={tool ? `${tool.name}, ${tool.sku}` : subject}>
        {step > 1 ? (
          <span className="price-row-step soft font-400">Step {step}</span>
        ) : (
          <span className="line min-w-0 gap-10">
            {tool && <Image imgURL={tool.imgURL} alt="" sizes="2.5rem" width={40} height={30} background />}
            <span className="min-w-0">
              <span className="two-lines">{subject ?? cell('name', 'SKU or category')}</span>
              {tool && <small className="soft font-400">{tool.sku}</small>}
            </span>
          </span>
        )}
        {error ? (
          <span id={id} className="row-error" role="alert">
            {error}
          </span>
        ) : (
          oddity && <small className="soft font-400">{oddity}</small>
        )}
      </th>
      <td data-label="Base" className="col-number price-base">
        {tool && step === 1 && formatDollars(dollarsToCents(tool.basePrice))}
      </td>
      <td data-label="From" className="col-number">
        {cell('from', 'Quantity')}
      </td>
      <td className="col-number">{cell('price', 'Price or percentage')}</td>
      <td className="col-number price-net">{price && formatDollars(price.paid)}</td>
      <td className="col-number">{price && offText(price.off)}</td>
      <td data-label="Now" className="col-number soft price-now">
        {price && (price.paid === price.now ? 'same' : formatDollars(price.now))}
      </td>
      <td className="col-actions">
        <span className="table-actions">
          {act('Add a step to', 'M12 5v14M5 12h14', () => onWant(state.add(row)))}
          {act('Remove', 'M6 6l12 12M18 6L6 18', () => state.remove(row))}
        </span>
      </td>
    </tr>
  )
}

const offText = (off: number) => (off === 0 ? '0 %' : `${off > 0 ? '−' : '+'}${Math.abs(off)} %`)

type FamilyRowProps = { line: FamilyLine; columns: number; onToggle: () => void }

/** The line above the tools of a family, which it shows or hides. */
export function FamilyRow({ line, columns, onToggle }: FamilyRowProps) {
  const { family, imgURL, isOpen, summary } = line
  return (
    <tr>
      <th scope="row" colSpan={columns}>
        <button
          type="button"
          className="line gap-10 w-full min-w-0 font-600"
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          <Icon path={isOpen ? 'M6 9l6 6 6-6' : 'M9 6l6 6-6 6'} />
          <Image imgURL={imgURL} alt="" sizes="2.5rem" width={40} height={30} background />
          <span className="truncate">
            {family}, <span className="soft font-400">{summary}</span>
          </span>
        </button>
      </th>
    </tr>
  )
}
