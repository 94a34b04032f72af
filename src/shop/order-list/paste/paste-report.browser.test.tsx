import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PasteReport } from './paste-report.tsx'

test('a report counts what is left to do, not the lines that were added', async () => {
  const line = { text: '5 FW-1013', note: 'Raised to 25, the minimum order' }
  const report = {
    changed: [line],
    uncertain: [],
    unread: [line, line],
    skipped: [],
    cut: { count: 1200, first: '7 FW-9' },
  }
  const on = { onConfirm: vi.fn(), onSkip: vi.fn(), onRetry: vi.fn(), onClose: vi.fn() }
  await render(<PasteReport report={report} isBusy={false} {...on} />)
  const summary = page.getByText('1 to check, 2 could not be read, 1,200 left out.')
  await expect.element(summary).toHaveFocus()
  await expect.element(page.getByText('added')).not.toBeInTheDocument()
  await expect
    .element(page.getByText(/lines are read at once/))
    .toHaveTextContent('Only 200 lines are read at once. The last 1,200, from 7 FW-9 on, were not read.')
})
