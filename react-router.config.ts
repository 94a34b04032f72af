import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  ssr: true,
  // 4 KB for all routes. Finding them by the links of each page costs a request for each new link,
  // and observing every change of the document: a fifth of the time of scrolling a long list.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
