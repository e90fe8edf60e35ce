import { createORPCClient } from '@orpc/client'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import { type CallContext, link } from './link.ts'

export type ModuleCalls<Contract extends AnyContractRouter> = RouterUtils<
  JsonifiedClient<ContractRouterClient<Contract, CallContext>>
>

/**
 * Creates the typed calls of a module for its screens, by its name in src/contract.ts. The contract
 * is imported as a type only, so that no schema reaches the browser. Dollars arrive as exact texts
 * such as `1000.00`, instants as ISO texts: `const deposits = createModuleCalls<typeof
 * depositsContract>('deposits')`, then `useQuery(deposits.list.queryOptions())`.
 */
export const createModuleCalls = <Contract extends AnyContractRouter>(
  module: string,
): ModuleCalls<Contract> =>
  createTanstackQueryUtils(
    createORPCClient<JsonifiedClient<ContractRouterClient<Contract, CallContext>>>(link, {
      path: [module],
    }),
    { path: [module] },
  ) as ModuleCalls<Contract>
