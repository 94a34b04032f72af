import type { ReactNode } from 'react'

type ResponsiveTableProps = {
  /** The column headings, in order; `className` sets a column's width or alignment. */
  columns: (string | { name: string; className: string })[]
  className?: string
  /** The rows; each cell names its column in `data-label`, for narrow screens. */
  children: ReactNode
}

/** A table with a sticky header; on narrow screens each row becomes a block. */
export function ResponsiveTable({ columns, className = '', children }: ResponsiveTableProps) {
  return (
    <div className="table-frame">
      <table className={`dense-table data-table ${className}`}>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, className } =
                typeof column === 'string' ? { name: column, className: undefined } : column
              return (
                <th key={name} scope="col" className={className}>
                  {name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
