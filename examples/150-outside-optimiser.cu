// An optimiser that knows nothing of timing moves pins by gradients of TNS: it sees both as tensors, in the
// descriptors that array libraries hand each other (DLPack's), where gsta has them on the device. Nothing is
// copied, and all of it runs on the caller's stream.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <gsta/sta/gradient_plan.cuh>
#include <stdexcept>
#include <vector>

// What DLPack lays down: a program that uses it includes its header instead. The layout is the interface.
extern "C" {
struct DLDevice {
  std::int32_t device_type, device_id;  // type 1: host memory, 2: CUDA memory
};
struct DLDataType {
  std::uint8_t code, bits;  // code 0: signed integer, 1: unsigned, 2: floating point
  std::uint16_t lanes;
};
struct DLTensor {
  void* data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t *shape, *strides;  // in elements; no strides: rows one behind the other
  std::uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensor*);  // the borrower calls it when it is done
};
}
static_assert(sizeof(DLTensor) == 48 && sizeof(DLManagedTensor) == 64, "as on every 64-bit machine");

// ---- the outside optimiser: from here to the next rule it sees descriptors and a stream, and no gsta ----
namespace outside {

/// Rows of cells between two fixed columns; a cell has two neighbouring columns and moves as one.
__global__ void descend(float* place, float const* gradient, float* speed, std::int64_t rows,
                        std::int64_t columns, float rate) {
  std::int64_t const cells = columns / 2 - 1, i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i >= rows * cells) return;
  std::int64_t const first = i / cells * columns + 2 * (i % cells) + 1;
  speed[i] = 0.7f * speed[i] - rate * (gradient[first] + gradient[first + 1]);
  place[first] += speed[i];
  place[first + 1] += speed[i];
}

float* floats_of(DLTensor const& t) {
  bool const plain = t.strides == nullptr || (t.strides[1] == 1 && t.strides[0] == t.shape[1]);
  if (t.device.device_type != 2 || t.dtype.code != 2 || t.dtype.bits != 32 || t.dtype.lanes != 1 ||
      t.ndim != 2 || !plain)
    throw std::invalid_argument("the optimiser takes plain matrices of float on a GPU");
  return reinterpret_cast<float*>(static_cast<char*>(t.data) + t.byte_offset);
}

class optimiser {
 public:
  /// Borrows both until it goes away.
  optimiser(DLManagedTensor* place, DLManagedTensor* gradient, cudaStream_t stream)
      : place_(place), gradient_(gradient), stream_(stream) {
    std::size_t const bytes =
        sizeof(float) * static_cast<std::size_t>(place->dl_tensor.shape[0] * place->dl_tensor.shape[1]);
    if (cudaMallocAsync(&speed_, bytes, stream) != cudaSuccess ||
        cudaMemsetAsync(speed_, 0, bytes, stream) != cudaSuccess)
      throw std::runtime_error("no memory on the device");
  }
  optimiser(optimiser const&) = delete;
  optimiser& operator=(optimiser const&) = delete;
  ~optimiser() {
    cudaFreeAsync(speed_, stream_);
    place_->deleter(place_);
    gradient_->deleter(gradient_);
  }

  void step(float rate) {
    DLTensor const& place = place_->dl_tensor;
    std::int64_t const rows = place.shape[0], columns = place.shape[1];
    auto const blocks = static_cast<unsigned>((rows * columns + 127) / 128);
    descend<<<blocks, 128, 0, stream_>>>(floats_of(place), floats_of(gradient_->dl_tensor), speed_, rows,
                                         columns, rate);
  }

 private:
  DLManagedTensor *place_, *gradient_;
  cudaStream_t stream_;
  float* speed_ = nullptr;
};

}  // namespace outside
// ---------------------------------------------------------------------------------------------------------

namespace {

constexpr int chains = 64, stages = 8, most_steps = 200;
constexpr float width = 450, required = 200;              // um, ps
constexpr float resistance = 0.002f, capacitance = 0.2f;  // kOhm and fF per um
constexpr int pins_of_chain = 2 * stages + 2, pins = chains * pins_of_chain;

/// Chains of inverters that zigzag: input port, (a, y) of each, output port.
gsta::flat_design make_design() {
  gsta::flat_design design;
  gsta::id const delay = design.luts.add({}, {0, 100}, {10, 110}), slew = design.luts.add({}, {}, {20});
  design.arc_types = {{{{delay, delay, delay, delay}}, {{slew, slew, slew, slew}}, gsta::negative_edges()}};
  for (gsta::id pin = 0; pin < pins; ++pin) {
    int const of_chain = pin % pins_of_chain;
    design.add_pin({}, gsta::same_value(of_chain % 2 == 1 ? 2.0f : 0.0f));
    if (of_chain % 2 == 0) continue;
    design.add_net(pin - 1, {pin});
    if (of_chain + 1 < pins_of_chain) design.add_arc(pin, pin + 1, 0);
  }
  for (gsta::id first = 0; first < pins; first += pins_of_chain) {
    design.sources.push_back({.pin = first, .arrival = gsta::same_value(0)});
    design.asserted_slew[first] = gsta::same_value(20);
    design.requirements.push_back({.pin = first + pins_of_chain - 1, .required = {0, 0, required, required}});
  }
  return design;
}

/// Every chain's inverters stand aside in turns, in every chain of eight by more than in the one before.
void first_places(std::vector<float>& x, std::vector<float>& y) {
  for (int pin = 0; pin < pins; ++pin) {
    int const chain = pin / pins_of_chain, stage = (pin % pins_of_chain + 1) / 2;  // 0: input port
    bool const is_port = stage == 0 || stage > stages;
    x.push_back(width * static_cast<float>(stage) / (stages + 1));
    y.push_back(10 * static_cast<float>(chain) +
                (is_port ? 0.0f : 10.0f * static_cast<float>(chain % 8) * (stage % 2 ? 1.0f : -1.0f)));
  }
}

int lent = 0;

/// A span of pins as a matrix with a row a chain. What the descriptor needs lives beside it.
DLManagedTensor* lend(float const* data, int device) {
  struct loan {
    DLManagedTensor tensor;
    std::int64_t shape[2];
  };
  auto* const made = new loan{{}, {chains, pins_of_chain}};
  made->tensor = {{const_cast<float*>(data), {2, device}, 2, {2, 32, 1}, made->shape, nullptr, 0},
                  made,
                  [](DLManagedTensor* back) {
                    --lent;
                    delete static_cast<loan*>(back->manager_ctx);
                  }};
  ++lent;
  return &made->tensor;
}

bool run(cudaStream_t stream) {
  gsta::stream_ordered_memory memory;  // or your own pool
  gsta::cuda_executor const exec(stream, memory);
  std::vector<float> host_x, host_y;
  first_places(host_x, host_y);
  auto const x = clone(exec, host_x);  // or your own device pointers
  auto y = clone(exec, host_y);

  gsta::flat_design const design = make_design();
  gsta::timer timer(exec, design);
  gsta::gradient_options<gsta::cuda_executor> settings;
  settings.cost.gamma = 5;  // ps
  settings.update.star =
      gsta::star_view<gsta::memory_space::device>{x.view(), y.view(), resistance, capacitance};
  auto plan = timer.prepare_gradients(exec, settings);
  int device = 0;
  gsta::check_cuda(cudaGetDevice(&device), "cudaGetDevice");
  gsta::slack_summary late;
  float first_tns = 0;
  {
    outside::optimiser descent(lend(y.data(), device), lend(plan.gradients().y.data(), device), stream);
    for (int step = 0; step < most_steps; ++step) {
      plan.run();  // slacks, and gradients where the optimiser looks for them
      if (step % 10 == 0) {
        late = timer.summary(exec, gsta::split::late);  // waits; the loop itself need not
        if (step == 0) first_tns = late.tns;
        std::printf("step %3d: WNS %8.2f ps, TNS %10.2f ps, smooth %10.2f ps\n", step, late.wns, late.tns,
                    to_vector(exec, plan.gradients().cost)[0]);
        if (late.wns >= 0) break;
      }
      descent.step(1.0f);
      gsta::check_cuda(cudaGetLastError(), "descend");
    }
  }
  std::printf("%d tensors are still lent\n", lent);
  return first_tns < -5000 && late.tns > 0.05f * first_tns && lent == 0;
}

}  // namespace

int main() {
  if (!gsta::cuda_available()) {
    std::printf("skipped: there is no CUDA device\n");
    return 4;
  }
  cudaStream_t stream = nullptr;
  gsta::check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
  bool const good = run(stream);
  gsta::check_cuda(cudaStreamDestroy(stream), "cudaStreamDestroy");
  return good ? 0 : 1;
}
