import { expect } from '@playwright/test'
import { demoAdmin } from '#e2e/testing/fixtures.ts'
import type { Send } from '#server/testing/api-driver.ts'
import * as driver from '#server/testing/api-driver.ts'

/** Returns calls of the API as the demo's admin, whose answers must be successful. */
export async function callAs(send: Send) {
  const token = await driver.getAccessToken(send, demoAdmin().email)
  return async (method: string, path: string, body?: unknown) => {
    const answer = await driver.callShop(send, method, `/api${path}`, { body, token })
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200)
    return answer.body
  }
}
