export * from './model/payments.ts'
