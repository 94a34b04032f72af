import { useState } from 'react'
import type { ProductImport } from '#shop/imports/import-json.server.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DownloadButton } from '#ui/download-button.tsx'
import { useChange } from '#web/use-change.ts'
import { effectsOf } from './import-texts.ts'
import { importsApi, saveRefused } from './imports-client.ts'

export function ImportActions({ imported }: { imported: ProductImport }) {
  const { _id: id, status, counts, stale, questions, done } = imported
  const { isBusy, change } = useChange()
  const [asking, setAsking] = useState<'apply' | 'undo' | null>(null)
  const total = counts.new + counts.changed
  const rows = `${total.toLocaleString('en-US')} ${total === 1 ? 'row' : 'rows'}`
  const param = { id }
  const run = async (step: Promise<unknown>) => {
    await change(step)
    setAsking(null)
  }
  const { apply, cancel, undo } = importsApi[':id']
  const mayCancel = ['reading', 'compared', 'applying'].includes(status)
  const mayUndo = status === 'failed' || (['applied', 'cancelled'].includes(status) && done > 0)
  return (
    <div className="buttons">
      {counts.refused + stale > 0 && (
        <DownloadButton download={() => saveRefused(id)}>Download refused rows</DownloadButton>
      )}
      {mayCancel && (
        <Button variant="quiet" disabled={isBusy} onClick={() => run(cancel.$post({ param }))}>
          Cancel
        </Button>
      )}
      {mayUndo && (
        <Button variant="danger" disabled={isBusy} onClick={() => setAsking('undo')}>
          Undo
        </Button>
      )}
      {status === 'compared' && (
        <Button disabled={isBusy || total === 0 || questions.length > 0} onClick={() => setAsking('apply')}>
          Apply {rows}
        </Button>
      )}
      {asking === 'apply' && (
        <ConfirmDialog
          title={`Apply ${rows}?`}
          action="Apply"
          isHarmless={imported.checks.rows === 0}
          busy={isBusy}
          onConfirm={() => run(apply.$post({ param, json: { version: imported.version } }))}
          onCancel={() => setAsking(null)}
        >
          <ul>
            {effectsOf(imported).map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
      {asking === 'undo' && (
        <ConfirmDialog
          title="Undo this import?"
          action="Undo import"
          keep="Keep"
          busy={isBusy}
          onConfirm={() => run(undo.$post({ param }))}
          onCancel={() => setAsking(null)}
        >
          <p>
            Changed fields get their values of before, and added products are taken off sale. What was changed
            after the import stays.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
