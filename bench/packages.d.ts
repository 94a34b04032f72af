// Types of the packages in bench/package.json, so that the bench is type-checked without installing
// them.

declare module 'autocannon' {
  type Request = { headers?: Record<string, string>; body?: string }
  type Options = {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    requests?: {
      method: string
      path: string
      setupRequest: (request: Request) => Request
    }[]
  }
  type Result = {
    requests: { average: number; total: number }
    latency: Record<'p50' | 'p97_5' | 'p99' | 'max' | 'average', number>
    duration: number
    errors: number
    non2xx: number
    '2xx': number
    statusCodeStats: Record<string, { count: number }>
  }
  export default function autocannon(options: Options): Promise<Result>
}

declare module 'chrome-launcher' {
  type Options = { chromePath: string; chromeFlags: string[] }
  export function launch(options: Options): Promise<{ port: number; kill: () => void }>
}

declare module 'lighthouse' {
  type Table = { type: 'table'; items: Record<string, unknown>[] }
  type Audit = { numericValue?: number; details?: Table | { type: 'opportunity' } }
  export type RunnerResult = {
    lhr: {
      categories: Record<string, { score: number | null }>
      audits: Record<string, Audit>
    }
  }
  type Flags = { port: number; logLevel: 'error' }
  export default function lighthouse(url: string, flags: Flags): Promise<RunnerResult | undefined>
}
