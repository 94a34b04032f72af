import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '#platform/testing/free-port.ts'
import { audit } from '#prove/audit.ts'
import { isPaid } from '#prove/buyer-actions.ts'
import { waitUntilConsistent } from '#prove/wait-until-consistent.ts'
import { compareOrders, orderAllAgain, startWorkload } from '#prove/workload.ts'
import { PROXY_ADDRESS, startNginx } from './nginx.ts'
import { type ShopGroup, startGroup } from './shop-group.ts'
import type { TopologyScenario } from './topology.ts'
import { startVisitors } from './visitors.ts'

/** Orders before, between and after the restarts. */
const ORDERS = 20
const SCRIPT = join(import.meta.dirname, '../../deploy/rolling-restart.sh')

/** Restarts two shops behind nginx one after the other while buyers order and pay. */
export const rollingRestart: TopologyScenario = {
  name: 'Rolling restart of two processes behind nginx',
  run: async ({ open, services: createServices, random, isShort }) => {
    const services = createServices()
    const ports: [number, number] = [await freePort(), await freePort()]
    const port = await freePort()
    const nginx = await startNginx(services, port, ports)
    const settings = ports.map((own) => ({
      PORT: `${own}`,
      PUBLIC_URL: nginx.url,
      TRUSTED_PROXY: PROXY_ADDRESS,
    }))
    const environment = await open()
    const group = await startGroup(environment, settings, nginx.url)
    const { shop, failures } = group
    const restarts = isShort ? 1 : 3
    const workload = startWorkload(shop, random.fork('workload'))
    const visitors = startVisitors(nginx.url)
    for (let restart = 0; restart < restarts; restart++) {
      await workload.more(ORDERS)
      await restartAll(group, nginx, ports)
    }
    await workload.more(ORDERS)
    const lost = [...failures]
    const visits = await visitors.finish()
    // The same without notifying nginx: unsent requests go to the other process.
    failures.length = 0
    await group.restart(0)
    await group.restart(1)
    await workload.more(ORDERS)
    const untold = failures.length
    await workload.finish()
    const again = await orderAllAgain(shop, workload)
    const inconsistent = await waitUntilConsistent(shop, isPaid)
    const deviations = await audit(shop, (pool) => compareOrders(pool, workload))
    await services.stopAll()
    return {
      tries: restarts + 1,
      counted: `${workload.ordered.length} orders and ${workload.paid.length} payments acknowledged, ${visits.answered} pages read, ${lost.length} requests lost; ${untold} lost and repeated when nginx was not told before SIGTERM`,
      deviations: [
        ...lost.map(({ method, path, status }) => `${method} ${path} ended with ${status}`),
        ...visits.failures,
        ...workload.deviations,
        ...again,
        ...inconsistent,
        ...deviations,
      ],
    }
  },
}

/** Runs the script in deploy/, with a restart command that asks this process to restart a shop. */
async function restartAll(
  group: ShopGroup,
  { conf, reloadCommand }: { conf: string; reloadCommand: string },
  ports: number[],
): Promise<void> {
  const control = createServer(async (request, response) => {
    await group.restart(ports.indexOf(Number(request.url?.slice(1))))
    response.end()
  })
  await once(control.listen(0, '127.0.0.1'), 'listening')
  const restart = `curl --fail --silent http://127.0.0.1:${(control.address() as AddressInfo).port}/$1`
  const script = spawn('sh', [SCRIPT, conf, restart, ...ports.map(String)], {
    env: { ...process.env, RELOADED_NGINX: reloadCommand },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const complaints = text(script.stderr)
  const [code] = await once(script, 'close')
  control.close()
  if (code !== 0) throw new Error(`rolling-restart.sh failed: ${await complaints}`)
}
