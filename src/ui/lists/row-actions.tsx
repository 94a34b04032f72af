import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

type RowActionsProps = { headingId: string; onDelete: () => void; children: ReactNode }

/** A row's actions, ending with Delete. Its heading describes the buttons. */
export function RowActions({ headingId, onDelete, children }: RowActionsProps) {
  return (
    <td className="col-actions">
      <div className="table-actions">
        {children}
        <Button variant="danger" aria-describedby={headingId} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </td>
  )
}
