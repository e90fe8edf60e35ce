import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import usdtContract from './contracts/mock-usdt.json' with { type: 'json' }
import payers from './contracts/payers.json' with { type: 'json' }

const PROGRAM = join(import.meta.dirname, 'node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil')
export const CHAIN_ID = 31_337n
const READY_MS = 20_000
const FUNDS = 10n ** 15n

export type Anvil = Awaited<ReturnType<typeof startAnvil>>

/**
 * Starts a chain of its own on a free port, without automatic blocks, and deploys the contracts of
 * the tests. Its accounts are unlocked, so that no test holds a key. Call `stop` in `afterAll`.
 */
export async function startAnvil({ chainId = CHAIN_ID }: { chainId?: bigint } = {}) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const options = ['--host', '127.0.0.1', '--port', `${port}`, '--no-mining', '--silent']
  const child = spawn(PROGRAM, [...options, '--chain-id', `${chainId}`], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const send = createSender(url)

  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }

  try {
    await waitUntilReady(send)
    const accounts = (await send('eth_accounts')) as string[]
    const [operator = ''] = accounts
    const mine = (blocks = 1) => send('anvil_mine', [toHex(blocks)])

    const sendTransaction = async (transaction: Record<string, string>) =>
      (await send('eth_sendTransaction', [
        { from: operator, gas: toHex(1_000_000), ...transaction },
      ])) as string
    const deploy = async (data: string) => {
      const txid = await sendTransaction({ data, gas: toHex(3_000_000) })
      await mine()
      const receipt = (await send('eth_getTransactionReceipt', [txid])) as Receipt
      return receipt.contractAddress
    }
    const deployUsdt = () => deploy(usdtContract.MockUSDT.bytecode + encodeWord(FUNDS))

    return {
      url,
      accounts,
      send,
      mine,
      sendTransaction,
      usdt: await deployUsdt(),
      deployUsdt,
      splitter: await deploy(payers.Splitter.bytecode),
      wallet: await deploy(payers.Wallet.bytecode),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type Receipt = { contractAddress: string }
type Send = (method: string, params?: readonly unknown[]) => Promise<unknown>

const createSender =
  (url: string): Send =>
  async (method, params = []) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await response.json()) as {
      result: unknown
      error?: { message: string }
    }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')

  return typeof address === 'object' && address ? address.port : 0
}

async function waitUntilReady(send: Send) {
  for (const end = Date.now() + READY_MS; ; await wait(25))
    try {
      return await send('eth_chainId')
    } catch (error) {
      if (Date.now() > end) throw error
    }
}

export const toHex = (value: number | bigint): string => `0x${value.toString(16)}`
export const encodeWord = (value: number | bigint): string => value.toString(16).padStart(64, '0')
export const encodeAddress = (address: string): string =>
  address.slice(2).toLowerCase().padStart(64, '0')

/** Returns call data of a method by its selector. */
export const encodeCall = (selector: string, ...parts: readonly string[]): string =>
  `0x${selector}${parts.join('')}`

export const SELECTORS = {
  transfer: 'a9059cbb',
  send: payers.Splitter.methods['send(address)'],
  sendHalves: payers.Splitter.methods['sendHalves(address)'],
  sendReverted: payers.Splitter.methods['sendReverted(address)'],
  spend: payers.Wallet.methods['spend(address,uint256)'],
}
