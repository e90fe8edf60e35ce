import {
  type ChainProvider,
  ChainProviderError,
  type ChainTransaction,
  type ChainTransfer,
  type UnspentOutput,
} from '#modules/chains/adapters/chain-provider.ts'
import type { ChainName } from '#modules/chains/model.ts'

type FakeTransaction = {
  transfers: ChainTransfer[]
  height: number | null
  failed?: boolean
  spends?: string[]
}

/** A provider whose chain is what the test says; `isSilent` makes every call fail. */
export class FakeChain implements ChainProvider {
  readonly chain: ChainName
  readonly name: string
  readonly simulated = false
  readonly transactions = new Map<string, FakeTransaction>()
  readonly sent: string[] = []
  /** Raw transactions by id. */
  readonly raw = new Map<string, string>()
  unspent: UnspentOutput[] = []
  tipHeight = 1_000
  finalHeight: number | null = null
  isSilent = false
  isRefusing = false
  /** Makes the blocks of this provider others than those of the next one. */
  branch = '0'

  constructor(chain: ChainName, name = 'node one') {
    this.chain = chain
    this.name = name
  }

  #buildBlock(height: number) {
    const hash = `${this.branch}${height}`.padStart(64, '0')
    return { height, hash, at: new Date('2026-11-20T12:00:00Z') }
  }

  #assertAnswers() {
    if (this.isSilent) throw new ChainProviderError('unreachable', 'It gave no answer.')
  }

  async readTip() {
    this.#assertAnswers()
    return { ...this.#buildBlock(this.tipHeight), finalHeight: this.finalHeight }
  }

  async findTransaction(txid: string): Promise<ChainTransaction | null> {
    const tip = await this.readTip()
    const found = this.transactions.get(txid)
    if (!found) return null

    const { height, transfers, failed = false, spends = [] } = found
    const block = height === null ? null : this.#buildBlock(height)
    return { txid, block, tip, replaceable: block === null, failed, transfers, spends }
  }

  async listUnspent(address: string) {
    this.#assertAnswers()
    return this.unspent.filter((output) => output.address === address)
  }

  async estimateFeeRates() {
    this.#assertAnswers()
    return new Map([
      [1, 12.5],
      [6, 5],
    ])
  }

  async readRawTransaction(txid: string) {
    this.#assertAnswers()
    return this.raw.get(txid) ?? ''
  }

  async broadcast(rawHex: string) {
    this.#assertAnswers()
    if (this.isRefusing) throw new ChainProviderError('rejected', 'min relay fee not met')
    this.sent.push(rawHex)
    return ''
  }

  observe(): Promise<never> {
    throw new Error('not part of these tests')
  }

  findPayments(): Promise<never> {
    throw new Error('not part of these tests')
  }

  readBalance(): Promise<never> {
    throw new Error('not part of these tests')
  }
}
