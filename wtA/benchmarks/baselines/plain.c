/* (c) A plain C loop: one replica, one client, one step at a time; libm's exp, an inlined generator, as many steps as asked for.
   Compiled with -DDIM=d so that loops over coordinates have a known length. */
#include <math.h>
#include <stdint.h>

#define N 10
#define SAMPLES 100

static inline uint64_t next(uint64_t *s) { /* splitmix64 */
    uint64_t z = (*s += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static inline double uniform(uint64_t *s) { return ((double)(next(s) >> 11) + 0.5) * 0x1p-53; }

/* sums (replicas, DIM) of theta over the rounds after burn_in; rows is NULL for a quadratic problem */
void simulate(long replicas, long rounds, long burn_in, long steps, int scaffold, double gamma, double l2, uint64_t seed,
              const double *optimum, const double *rows, const double *hessians, const double *centres, const double *roots,
              double *sums) {
    for (long r = 0; r < replicas; r++) {
        uint64_t state = seed + 0x632be59bd9b4e019ULL * (uint64_t)(r + 1);
        double theta[DIM], controls[N][DIM] = {{0}}, ends[N][DIM];
        for (int i = 0; i < DIM; i++) theta[i] = optimum[i];
        for (long t = 0; t < rounds; t++) {
            double mean[DIM] = {0};
            for (int c = 0; c < N; c++) {
                double x[DIM];
                for (int i = 0; i < DIM; i++) x[i] = theta[i];
                for (long h = 0; h < steps; h++) {
                    double g[DIM];
                    if (rows) {
                        const double *row = rows + ((long)c * SAMPLES + (long)(((next(&state) >> 32) * SAMPLES) >> 32)) * DIM;
                        double score = 0;
                        for (int i = 0; i < DIM; i++) score += row[i] * x[i];
                        double p = 1 / (1 + exp(-score));
                        for (int i = 0; i < DIM; i++) g[i] = row[i] * p + l2 * x[i];
                    } else {
                        double noise[DIM + 1];
                        for (int i = 0; i < DIM; i += 2) {
                            double radius = sqrt(-2 * log(uniform(&state))), angle = 6.283185307179586 * uniform(&state);
                            noise[i] = radius * cos(angle);
                            noise[i + 1] = radius * sin(angle);
                        }
                        for (int i = 0; i < DIM; i++) {
                            g[i] = 0;
                            for (int j = 0; j < DIM; j++)
                                g[i] += hessians[(c * DIM + i) * DIM + j] * (x[j] - centres[c * DIM + j]) + roots[(c * DIM + i) * DIM + j] * noise[j];
                        }
                    }
                    for (int i = 0; i < DIM; i++) x[i] -= gamma * (g[i] + controls[c][i]);
                }
                for (int i = 0; i < DIM; i++) mean[i] += (ends[c][i] = x[i]) / N;
            }
            for (int i = 0; i < DIM; i++) theta[i] = mean[i];
            if (scaffold)
                for (int c = 0; c < N; c++)
                    for (int i = 0; i < DIM; i++) controls[c][i] += (ends[c][i] - theta[i]) / (gamma * steps);
            if (t >= burn_in)
                for (int i = 0; i < DIM; i++) sums[r * DIM + i] += theta[i];
        }
    }
}
