import { toast } from 'react-toastify/unstyled'
import { beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import '#platform/testing/fail-on-console-error.ts'
// First, because it orders the layers.
import '#styles.css'

import '#shop/dashboard/styles.css'

// The library registers this once, but files share their page, with its notices, storage and token.
beforeEach(async () => {
  await cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})
