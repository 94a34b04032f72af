import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

type RowActionsProps = { headingId: string; onDelete: () => void; children: ReactNode }

/** A row's actions, ending with Delete. Its heading describes the buttons. */
export function RowActions({ headingId, onDelete, children }: RowActionsProps) {
  return (
    <td className="col-actions">
      <div className="table-actions">
        {children}
        <DeleteButton id={headingId} onClick={onDelete} />
      </div>
    </td>
  )
}

/** Deletes what a row is about, which its heading names. */
export const DeleteButton = ({ id, onClick }: { id: string; onClick: () => void }) => (
  <Button variant="danger" aria-describedby={id} onClick={onClick}>
    Delete
  </Button>
)
