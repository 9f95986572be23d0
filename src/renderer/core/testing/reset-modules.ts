import { setUsualCurrency } from '../model/currency-order.ts';

setUsualCurrency('');
