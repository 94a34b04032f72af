import { type CSSProperties, type ReactNode, useId } from 'react'

/** The heading of a column; those without a width share what is left. */
export type Head = { name: string; className?: string | undefined; width?: string | undefined }

type ResponsiveTableProps = {
  columns: (string | Head)[]
  className?: string
  /** The rows; each cell names its column in `data-label`, for narrow screens. */
  children: ReactNode
}

/** A table with a sticky header; on narrow screens each row becomes a block. */
export function ResponsiveTable({ columns, className = '', children }: ResponsiveTableProps) {
  return (
    <div className="table-frame surface">
      <table className={`dense-table w-full data-table text-14 ${className}`}>
        <thead>
          <tr>
            {columns.map(headOf).map(({ name, className, width }) => (
              <th
                key={name}
                scope="col"
                className={className}
                // Not the width itself, which paper takes off.
                style={width ? ({ '--width': width } as CSSProperties) : undefined}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

const headOf = (column: string | Head): Head => (typeof column === 'string' ? { name: column } : column)

type CellOf<Row> = (row: Row, id: string) => ReactNode

/** A column of a table, with one of four cells; `id` is that of the subject, which describes the row's buttons. */
export type Column<Row> = {
  /** Actions need none. */
  head?: string
  subject?: CellOf<Row>
  cell?: CellOf<Row>
  /** A number is formatted, and anything aligned at the right. */
  number?: CellOf<Row>
  actions?: CellOf<Row>
  className?: string
  width?: string
  /** The label on a phone, if it is not the head; empty for none. */
  label?: string
  title?: (row: Row) => string | undefined
}

type DataTableProps<Row> = {
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  className?: string
}

export function DataTable<Row>({ columns, rows, keyOf, className = '' }: DataTableProps<Row>) {
  const id = useId()
  const heads = columns.map((column) => ({
    name: nameOf(column),
    className: classOf(column),
    width: column.width ?? (column.actions && 'var(--width-actions)'),
  }))
  return (
    <ResponsiveTable columns={heads} className={className}>
      {rows.map((row, at) => (
        <tr key={keyOf(row)}>
          {columns.map((column) => (
            <Cell key={nameOf(column)} column={column} row={row} id={`${id}${at}`} />
          ))}
        </tr>
      ))}
    </ResponsiveTable>
  )
}

function Cell<Row>({ column, row, id }: { column: Column<Row>; row: Row; id: string }) {
  const { subject, cell, number, actions, label = nameOf(column), title } = column
  const props = { className: classOf(column), title: title?.(row) }
  if (subject) {
    return (
      <th scope="row" id={id} {...props}>
        {subject(row, id)}
      </th>
    )
  }
  if (actions) {
    return (
      <td {...props}>
        <div className="table-actions">{actions(row, id)}</div>
      </td>
    )
  }
  const content = (cell ?? number)?.(row, id)
  return (
    <td data-label={label || undefined} {...props}>
      {typeof content === 'number' ? content.toLocaleString('en-US') : content}
    </td>
  )
}

const nameOf = ({ head = 'Actions' }: { head?: string }) => head

const classOf = ({ number, actions, className = '' }: Column<never>) =>
  `${number ? 'col-number ' : ''}${actions ? 'col-actions ' : ''}${className}`.trim() || undefined
