export * from './queries/payments.ts'
export * from './queries/providers.ts'
