/* The stretch: a hand-written C kernel that advances 64 replicas together, FedAvg on logistic regression only.
   Compiled with -ffast-math, so that exp and division run as vectors. */
#include <math.h>
#include <stdint.h>

#define N 10
#define SAMPLES 100
#define W 64

void simulate(long replicas, long rounds, long burn_in, long steps, int scaffold, double gamma, double l2, uint64_t seed,
              const double *optimum, const double *rows, const double *hessians, const double *centres, const double *roots,
              double *sums) {
    (void)scaffold, (void)hessians, (void)centres, (void)roots;
    for (long block = 0; block < replicas; block += W) {
        uint64_t state[W];
        double theta[DIM][W], x[DIM][W], mean[DIM][W], score[W];
        int32_t offset[W];
        for (int l = 0; l < W; l++) state[l] = (seed + 0x632be59bd9b4e019ULL * (uint64_t)(block + l + 1)) * 0x9e3779b97f4a7c15ULL | 1;
        for (int i = 0; i < DIM; i++)
            for (int l = 0; l < W; l++) theta[i][l] = optimum[i];
        for (long t = 0; t < rounds; t++) {
            for (int i = 0; i < DIM; i++)
                for (int l = 0; l < W; l++) mean[i][l] = 0;
            for (int c = 0; c < N; c++) {
                const double *table = rows + (long)c * SAMPLES * DIM;
                for (int i = 0; i < DIM; i++)
                    for (int l = 0; l < W; l++) x[i][l] = theta[i][l];
                for (long h = 0; h < steps; h++) {
                    for (int l = 0; l < W; l++) { /* xorshift64*, upper half */
                        uint64_t s = state[l];
                        s ^= s >> 12;
                        s ^= s << 25;
                        s ^= s >> 27;
                        state[l] = s;
                        offset[l] = (int32_t)((((s * 0x2545f4914f6cdd1dULL) >> 32) * SAMPLES) >> 32) * DIM;
                        score[l] = 0;
                    }
                    for (int i = 0; i < DIM; i++)
                        for (int l = 0; l < W; l++) score[l] += table[offset[l] + i] * x[i][l];
                    for (int l = 0; l < W; l++) score[l] = gamma / (1 + exp(-score[l]));
                    for (int i = 0; i < DIM; i++)
                        for (int l = 0; l < W; l++) x[i][l] -= score[l] * table[offset[l] + i] + gamma * l2 * x[i][l];
                }
                for (int i = 0; i < DIM; i++)
                    for (int l = 0; l < W; l++) mean[i][l] += x[i][l];
            }
            for (int i = 0; i < DIM; i++)
                for (int l = 0; l < W; l++) {
                    theta[i][l] = mean[i][l] / N;
                    if (t >= burn_in && block + l < replicas) sums[(block + l) * DIM + i] += theta[i][l];
                }
        }
    }
}
