import { Icon } from '#ui/icon.tsx'

type RowDetailsCellProps = {
  /** The subject of the row: "order FW-10428". */
  of: string
  isOpen: boolean
  onToggle: () => void
}

/** The cell with the button that opens a row's details on narrow screens. */
export function RowDetailsCell({ of, isOpen, onToggle }: RowDetailsCellProps) {
  return (
    <td className="row-details">
      <button
        type="button"
        aria-label={`Details of ${of}`}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Icon path="M6 9l6 6 6-6" />
      </button>
    </td>
  )
}
